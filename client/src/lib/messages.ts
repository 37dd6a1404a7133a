/** What crosses the line, as the server declares it (`protocol/messages.ts`), and what the page makes of it. */
import type { Clock, Command, SeatView, Value } from "./protocol/messages";

export type * from "./protocol/messages";

export type ClockKind = Clock;
export type Options = Record<string, Value>;

/** A deed without its id: `Connection.send` makes one up, once per deed. */
export type Deed = Command extends infer C ? (C extends Command ? Omit<C, "id"> : never) : never;

/** A seat as a page shows it. `isOther`: seen with its eyes by somebody who never sat there. */
export interface Sat extends SeatView {
  isOther?: boolean;
}
