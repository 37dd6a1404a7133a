/** Modules are compiled as for a browser, and run by Node. */
export default { name: "skulk", viteEnvironment: "client", setup: () => ({ teardown: () => {} }) };
