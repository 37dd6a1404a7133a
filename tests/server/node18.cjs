// Makes any Node lack what Node 18, Debian 12's, lacks.
delete globalThis.crypto;
delete globalThis.WebSocket;
delete globalThis.navigator;
