import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Built files go where the server looks for them; `npm run dev` talks to a server started with `skulk serve`.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../skulk/server/static", emptyOutDir: true, target: "es2022" },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: process.env.SKULK_SERVER ?? "http://127.0.0.1:8000", ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {}, // Svelte as a browser has it
  test: { include: ["tests/*.test.ts"], setupFiles: ["tests/browser.ts"], environment: "./tests/environment.ts" },
});
