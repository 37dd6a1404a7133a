"""The server: tables in a browser, kept in a journal that no crash can tear."""
