// A bot for Skulk's web tables, in plain JavaScript (Node 18 or later): it plays any game with any legal move.
//
//     node examples/client.mjs http://localhost:8000 oh-fox          lays a table against the server's bots
//     node examples/client.mjs http://localhost:8000 --table TABLE   sits down at a table that somebody has laid

import { randomUUID } from "node:crypto"; // Node 18 has no global one

const [server, ...rest] = process.argv.slice(2);
const bearer = (token) => (token ? { authorization: `Bearer ${token}` } : {});
const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

async function ask(url, body, token) {
  const headers = { "content-type": "application/json", ...bearer(token) };
  const answer = await fetch(url, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok && answer.status !== 409) throw new Error(`${url}: ${said.text}`);
  return said;
}

// Everything we are told, one message a line. If the line breaks, we go on after the last number: nothing is missed.
async function* messages(where, token) {
  let number;
  while (true) {
    try {
      const since = number === undefined ? "" : `?since=${number}`;
      const stream = await fetch(`${where}/events${since}`, { headers: bearer(token) });
      let text = "";
      for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
        text += part;
        const lines = text.split("\n");
        text = lines.pop();
        for (const line of lines.filter((line) => line.trim())) {
          const message = JSON.parse(line);
          number = message.number ?? number;
          yield message;
        }
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the network, not us
    }
    await sleep(1000);
  }
}

// Do something; sent again with the same id until we know how it ended.
async function perform(where, token, command) {
  const body = { id: randomUUID(), ...command };
  while (true) {
    try {
      return await ask(`${where}/commands`, body, token);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await sleep(1000);
    }
  }
}

const id = randomUUID();
const name = "A client in JavaScript";
async function join(where) {
  for (;;) {
    const seat = await ask(where, { id, name });
    if (seat.token) return seat;
    await new Promise((go) => setTimeout(go, 1000)); // the game runs: the people at the table are asked first
  }
}
const seat =
  rest[0] === "--table"
    ? await join(`${server}/api/tables/${rest[1]}/join`)
    : await ask(`${server}/api/tables`, {
        game: rest[0] ?? "fox-on-the-run", name, start: true, settings: { beat: 0, bot_pace: 0 },
      });
const where = `${server}/api/tables/${seat.table}`;
console.log(`seat ${seat.seat} at ${server}/table/${seat.table}`);

for await (const message of messages(where, seat.token)) {
  if (message.type !== "welcome" && message.type !== "told") continue;
  for (const line of message.news ?? []) console.log(line.text);
  const view = message.view;
  if (view.phase === "over") {
    console.log(`ranks ${view.result.ranks}: ${view.result.reason.text}`);
    break;
  }
  if (view.moves?.length && view.answer === undefined) {
    const move = view.moves[Math.floor(Math.random() * view.moves.length)];
    const done = await perform(where, seat.token, { do: "move", move: move.action, on: message.number });
    if (done.outcome === "refused" && done.code !== "stale") console.log(`refused: ${done.text}`);
  }
}
process.exit(0);
