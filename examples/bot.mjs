// A bot in JavaScript: one JSON message a line on standard input, one answer a line on standard output.
//
//   skulk arena fox-on-the-run "cmd:node examples/bot.mjs" random --games 20
//
// It likes to touch what it has not touched before, and draws lots among the rest. docs/bots.md has every message.

import { createInterface } from "node:readline";

const answer = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let touched;

const hear = {
  hello({ title, seat }) {
    touched = new Map();
    console.error(`${title}, seat ${seat}`); // standard error is yours
    answer({ type: "ready" });
  },
  move({ number, legal, chance }) {
    const wear = ({ touches }) => Math.max(0, ...touches.map((name) => touched.get(name) ?? 0));
    const least = Math.min(...legal.map(wear));
    const fresh = legal.filter((move) => wear(move) === least);
    const { action, touches } = fresh[chance % fresh.length]; // `chance` makes a run repeatable; Math.random() would do
    for (const name of touches) touched.set(name, (touched.get(name) ?? 0) + 1);
    answer({ type: "action", number, action });
  },
  end() {},
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  hear[message.type]?.(message); // a message you do not know is none of your business
}
