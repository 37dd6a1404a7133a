/** Two ways to one table: a WebSocket, or where none gets through an event stream, with a POST for each deed. */
import type { Done, FromClient, FromServer, Gone, Refusal, Told } from "./messages";

export interface Ears {
  opened(): void;
  heard(message: FromServer): void;
  signed(): void; // a sign of life
  closed(hasSpoken: boolean): void; // whether anything had come through
}

export interface Wire {
  readonly takesPings: boolean;
  send(message: FromClient): void; // into the void where it is not open: whoever cares sends it again
  close(): void;
}

export type Way = (table: string, since: number | null, ears: Ears) => Wire;

const PATIENCE = 6000; // milliseconds
const from = (since: number | null): string => (since === null ? "" : `?since=${since}`);

export const socket: Way = (table, since, ears) => {
  const address = `${location.origin.replace(/^http/, "ws")}/api/tables/${table}/socket${from(since)}`;
  let line: WebSocket | null = null;
  let hasSpoken = false;
  try {
    line = new WebSocket(address);
    line.onopen = () => ears.opened();
    line.onmessage = (event) => {
      hasSpoken = true;
      ears.signed();
      ears.heard(JSON.parse(event.data));
    };
    line.onclose = () => ears.closed(hasSpoken);
    setTimeout(() => hasSpoken || line?.close(), PATIENCE); // some proxies neither let it through nor say so
  } catch {
    setTimeout(() => ears.closed(false)); // a browser that has none, or may not use it
  }
  return {
    takesPings: true,
    send: (message) => line?.readyState === WebSocket.OPEN && line.send(JSON.stringify(message)),
    close: () => line?.close(),
  };
};

export const stream: Way = (table, since, ears) => {
  const place = `/api/tables/${table}`;
  const stop = new AbortController();
  let [isOpen, hasSpoken] = [false, false];
  let last = Promise.resolve(); // deeds go out one after the other

  async function listen(): Promise<void> {
    const answer = await fetch(`${place}/events${from(since)}`, { headers: { accept: "text/event-stream" }, signal: stop.signal });
    if (!answer.ok || !answer.body) return ears.heard(await refusalOf(answer));
    isOpen = true;
    ears.opened();
    let rest = "";
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      hasSpoken = true;
      ears.signed();
      const events = (rest + part.value).split("\n\n");
      rest = events.pop()!;
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data) ears.heard(JSON.parse(data.slice(6)));
      }
    }
  }

  async function post(command: FromClient): Promise<void> {
    const body = JSON.stringify(command);
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${place}/commands`, { method: "POST", headers, body, signal: stop.signal });
    const told: Partial<Done> = await answer.json();
    ears.heard(told.type === "done" ? (told as Done) : { type: "done", id: command.id, outcome: "refused", ...told });
  }

  function end(): void {
    if (!stop.signal.aborted) ears.closed(hasSpoken);
  }
  listen().then(end, end);
  return {
    takesPings: false,
    send: (message) => {
      if (isOpen && message.do !== "ping") last = last.then(() => post(message)).catch(end);
    },
    close: () => stop.abort(),
  };
};

/** What one was told after number `since`, up to `to`. */
export async function between(table: string, since: number, to: number): Promise<Told[]> {
  const stop = new AbortController();
  const answer = await fetch(`/api/tables/${table}/events${from(Math.max(since, 0))}`, { signal: stop.signal });
  if (!answer.ok || !answer.body) return [];
  const found: Told[] = [];
  let rest = "";
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop()!;
    const messages: FromServer[] = lines.filter(Boolean).map((line) => JSON.parse(line));
    found.push(...messages.filter((message) => message.type === "told"));
    if ((found.at(-1)?.number ?? 0) >= to || messages.some((message) => message.type !== "told")) break; // all that was kept has come
  }
  stop.abort();
  return found.filter(({ number }) => number <= to);
}

async function refusalOf(answer: Response): Promise<Gone> {
  const { code = String(answer.status), text = "", say }: Partial<Refusal> = await answer.json().catch(() => ({}));
  return { type: "gone", code, text, say };
}
