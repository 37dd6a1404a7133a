/** What a server would tell, in few words. */
import type { Done, Line, Offer, SeatView, Told, View, Welcome } from "../src/lib/messages";

export const seats: SeatView[] = [
  { seat: 0, kind: "human", name: "Ada" },
  { seat: 1, kind: "human", name: "Ben" },
];

export const offer = (action: number, ...touches: string[]): Offer => ({ action, text: `move ${action}`, say: { key: `move ${action}` }, touches });

export const view = <T>(more: Partial<View<T>> = {}): View<T> => ({
  phase: "playing", seats, fair: { commitment: "" }, pace: "turn", acting: [0], table: {} as T, moves: [], ...more,
});

export const line = (text: string, more: Partial<Line> = {}): Line => ({ of: "game", say: { key: text }, text, ...more });

export const welcome = (number: number, more: Partial<View> = {}): Welcome => ({
  type: "welcome", table: "t1", game: "henhouse", title: "Henhouse", version: "1", options: {},
  settings: { clock: "off", beat: 4, bot_pace: 0, stand_in: "fox", watch: true, chat: true } as Welcome["settings"],
  seat: 0, number, log: [], view: view(more),
});

export const told = (number: number, more: Partial<View> = {}): Told => ({
  type: "told", number, news: [line(`step ${number}`)], view: view(more),
});

export const done = (id: string, more: Partial<Done> = {}): Done => ({ type: "done", id, outcome: "applied", ...more });
