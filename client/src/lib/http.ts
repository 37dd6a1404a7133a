import type { Advice, Bring, Brought, Fit, Fitted, Frames, HouseInfo, Join, Learn, Make, OpenTable, Redeem, Reel, Refusal, Review, Reviewing as Progress, Seated, Welcome, WhatIf } from "./messages";
import { say } from "./texts";
import { whyNot } from "./texts/spoken";

/** A refusal of the server, or the network's: `code` for programs, the message for people. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule = "",
  ) {
    super(text);
  }
}

async function ask(path: string, body?: object): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: body ? { "content-type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new Refused("offline", say("offline"));
  }
  if (answer.ok) return answer;
  const refusal: Partial<Refusal> = await answer.json().catch(() => ({}));
  throw new Refused(refusal.code ?? String(answer.status), refusal.code ? whyNot(refusal) : say("went wrong"), refusal.rule);
}

const json = async <T>(path: string, body?: object): Promise<T> => (await ask(path, body)).json();

export const house = () => json<HouseInfo>("/api");
export const fit = (wanted: Fit) => json<Fitted>("/api/fit", wanted);
export const make = (table: Make) => json<Seated>("/api/tables", table);
export const guide = (game: string, wanted: Partial<Learn>) => json<Seated>(`/api/guides/${game}`, wanted);
export const openTables = () => json<OpenTable[]>("/api/tables");
export const join = (table: string, joining: Join) => json<Seated>(`/api/tables/${table}/join`, joining);
export const redeem = (table: string, link: Redeem) => json<Seated>(`/api/tables/${table}/seat`, link);
export const look = (table: string) => json<Welcome>(`/api/tables/${table}`);
export const link = (table: string) => json<Seated>(`/api/tables/${table}/link`);
export const bring = (file: Bring) => json<Brought>("/api/replays", file);
export const whatIf = (table: string, from: WhatIf) => json<Seated>(`/api/tables/${table}/what-if`, from);
export const advice = (table: string, move?: number) => json<Advice>(`/api/tables/${table}/advice${move === undefined ? "" : `?move=${move}`}`);
export const follow = (table: string) => json<Seated>(`/api/tables/${table}/follow`, {});

/** Where a game that is looked at again comes from: a table, or "file/…", a game file that was brought. */
export function reels(of: string) {
  const file = /^file\/(\w+)$/.exec(of)?.[1];
  const from = file ? `/api/replays/${file}` : `/api/tables/${of}/replay`;
  return {
    reel: (eyes: string) => json<Reel>(`${from}?${asked(eyes)}`),
    frames: (eyes: string, first: number) => json<Frames>(`${from}/frames?${asked(eyes)}&first=${first}`),
    review: () => json<Review | Progress>(file ? `${from}/review` : `/api/tables/${of}/review`),
  };
}

const asked = (eyes: string): string => (eyes ? `seat=${eyes}` : "");
