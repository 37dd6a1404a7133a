import type { Line } from "./messages";

/** A line of the log; `undone`: what it tells was taken back. */
export interface LogLine extends Line {
  undone?: boolean;
}

/** The log with what was taken back marked: each such line says of how many lines of the game before it that holds. */
export function marked(log: Line[]): LogLine[] {
  const told: LogLine[] = [...log];
  told.forEach(({ of, say }, i) => {
    if (of !== "table" || !say.key.startsWith("taken back")) return;
    let left = Number(say.with?.lines ?? 0);
    for (let k = i - 1; k >= 0 && left > 0; k--) {
      if (told[k]!.of !== "game") continue;
      told[k] = { ...told[k]!, undone: true };
      left -= 1;
    }
  });
  return told;
}
