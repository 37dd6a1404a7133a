// A bot in JavaScript: one JSON message a line on standard input, one command a line on standard output.
//
//   skulk arena fox-on-the-run "cmd:node examples/bot.mjs" random --games 20
//   skulk sit http://localhost:8000/table/TABLE node examples/bot.mjs
//
// It likes to touch what it has not touched before, and draws lots among the rest. docs/bots.md has every message.

import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";

let touched;

function choose(moves, ask) {
  const wear = ({ touches }) => Math.max(0, ...touches.map((name) => touched.get(name) ?? 0));
  const least = Math.min(...moves.map(wear));
  const fresh = moves.filter((move) => wear(move) === least);
  const lot = ask ? ask.chance % fresh.length : Math.floor(Math.random() * fresh.length); // `chance` can be repeated
  for (const name of fresh[lot].touches) touched.set(name, (touched.get(name) ?? 0) + 1);
  return fresh[lot].action;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { type, number, view, ask, title, seat } = JSON.parse(line);
  if (type === "welcome") {
    touched = new Map();
    console.error(`${title}, seat ${seat}`); // standard error is yours
  }
  if (view?.moves && view.answer === undefined) { // we are asked
    const command = { do: "move", id: randomUUID(), move: choose(view.moves, ask), on: number };
    process.stdout.write(JSON.stringify(command) + "\n");
  }
}
