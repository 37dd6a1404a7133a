/** A line to a server that is not there: what was sent over it, and what it is made to say. */
import type { FromClient, FromServer } from "../src/lib/messages";
import type { Ears, Way } from "../src/lib/wire";

export interface Laid {
  kind: "socket" | "stream";
  since: number | null;
  sent: FromClient[];
  isClosed: boolean;
  ears: Ears;
  say(...messages: FromServer[]): void;
}

/** Every line that was opened, in order; one list, however often modules are read. */
export const laid: Laid[] = ((globalThis as { laid?: Laid[] }).laid ??= []);

const way = (kind: Laid["kind"]): Way => (_table, since, ears) => {
  const line: Laid = {
    kind, since, ears, sent: [], isClosed: false,
    say: (...messages) => messages.forEach((message) => ears.heard(message)),
  };
  laid.push(line);
  return {
    takesPings: kind === "socket",
    send: (message) => void line.sent.push(message),
    close: () => (line.isClosed = true),
  };
};

export const socket = way("socket");
export const stream = way("stream");
