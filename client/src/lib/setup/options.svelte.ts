/** The options of a table to be: what the server says goes together, and how each is called. */
import { fit } from "../http";
import type { Fitted, GameInfo, OptionInfo, Options, Value } from "../messages";
import { capital, say, sayOr } from "../texts";
import { spoken } from "../texts/spoken";

/** An option that means something only beside a value of another. */
const BESIDE: Record<string, [string, Value]> = { "fox_on_the_run.raffles_side": ["expansion", "on"] };
const SWITCH = ["off", "on"];

export class Choosing {
  /** As the server fitted them; before it has answered, its defaults. */
  fitted: Fitted = $state.raw({ options: {}, choices: {}, changed: [], objection: "", parts: [] });
  isAsking = $state(true);
  #asked = 0;

  /** `chosen`: what was chosen before, if anything. */
  constructor(
    readonly game: GameInfo,
    chosen?: Options,
  ) {
    const options = chosen ?? Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    const choices = Object.fromEntries(game.options.map((option) => [option.name, option.count === null ? option.values : []]));
    this.fitted = { ...this.fitted, options, choices };
    this.#ask(options, null);
  }

  get options(): Options {
    return this.fitted.options;
  }

  get players(): number {
    return Number(this.options.players);
  }

  /** Choose a value; whatever does not go with it gives way. */
  set(name: string, value: Value): void {
    this.fitted = { ...this.fitted, options: { ...this.options, [name]: value }, changed: [] };
    this.#ask(this.options, name);
  }

  async #ask(options: Options, last: string | null): Promise<void> {
    const number = ++this.#asked;
    this.isAsking = true;
    const answer = await fit({ game: this.game.name, options, last }).catch(() => null);
    if (number !== this.#asked) return;
    this.isAsking = false;
    if (answer) this.fitted = answer.objection ? { ...this.fitted, objection: answer.objection } : answer;
  }

  /** What there is to choose now. */
  get shown(): OptionInfo[] {
    return this.game.options.filter((option) => option.name !== "players" && this.#matters(option));
  }

  #matters(option: OptionInfo): boolean {
    const beside = BESIDE[`${this.game.name}.${option.name}`];
    if (beside && this.options[beside[0]] !== beside[1]) return false;
    if (option.count !== null) return this.isSet(option) || this.rowsOf(option) > 0;
    return this.isNumber(option) || this.choicesOf(option).length > 1 || this.options[option.name] !== option.default;
  }

  choicesOf(option: OptionInfo): Value[] {
    return this.fitted.choices[option.name] ?? [];
  }

  isFixed(option: OptionInfo): boolean {
    return !this.isNumber(option) && option.count === null && this.choicesOf(option).length < 2;
  }

  isSwitch(option: OptionInfo): boolean {
    return option.count === null && option.values.join() === SWITCH.join();
  }

  /** A number of which there are many. */
  isNumber(option: OptionInfo): boolean {
    return option.count === null && !option.values.length && !this.choicesOf(option).length;
  }

  // ---- lists

  /** A list that names some of many, such as the animals laid out; others give one value to each row. */
  isSet(option: OptionInfo): boolean {
    return option.count !== null && option.values.length > 0 && !this.choicesOf(option).length;
  }

  /** Rows of a list, where each can have a value of its own; none where it cannot be. */
  rowsOf(option: OptionInfo): number {
    const start = this.choicesOf(option)[0];
    return Array.isArray(start) ? start.filter((value) => value !== this.#rest(option)).length : 0;
  }

  #rest(option: OptionInfo): Value {
    return option.values[0] ?? null; // what a place of a list holds that is left to the rules
  }

  isOwn(option: OptionInfo): boolean {
    const list = this.options[option.name];
    return Array.isArray(list) && list.some((value) => value !== this.#rest(option));
  }

  /** Choose the list oneself, or leave it to the rules. */
  own(option: OptionInfo, isOwn: boolean): void {
    const rest: Value = Array(option.count!).fill(this.#rest(option));
    if (!isOwn) this.set(option.name, rest);
    else if (!this.isSet(option)) this.set(option.name, this.choicesOf(option)[0] ?? rest);
  }

  /** Give a row a value; the row that had it takes this one's. */
  give(option: OptionInfo, row: number, value: Value): void {
    const list = [...(this.options[option.name] as Value[])];
    const other = list.indexOf(value);
    if (other >= 0) list[other] = list[row]!;
    list[row] = value;
    this.set(option.name, list);
  }

  /** Take one into the set, or out of it. */
  toggle(option: OptionInfo, value: string): void {
    const now = (this.options[option.name] as Value[] | null) ?? [];
    const kept = now.filter((other) => other !== value && other !== this.#rest(option));
    const list = now.includes(value) ? kept : [...kept, value];
    this.set(option.name, [...list, ...Array(option.count! - list.length).fill(this.#rest(option))]);
  }

  // ---- words

  label(option: OptionInfo): string {
    return sayOr(this.#key(option), capital(option.name.replace(/_/g, " ")));
  }

  note(option: OptionInfo): string {
    const need = this.isSet(option) ? sayOr(`${this.#key(option)} need ${this.options.facades}`, "") : "";
    return need || sayOr(`${this.#key(option)}.note`, "");
  }

  /** "Drawn by lot", "You", "Double + Discount": a value in words. */
  word(option: OptionInfo, value: Value, mine: number): string {
    if (value === null) return say("setup.none");
    if (typeof value === "number") return value === mine ? say("you") : say("seat", { seat: value + 1 });
    const text = String(value);
    const parts = text.split("+").map((part) => sayOr(`${this.#key(option)}.${part}`, capital(part.replace(/_/g, " "))));
    return sayOr(`${this.#key(option)}.${text}`, parts.join(" + "));
  }

  row(option: OptionInfo, row: number, mine: number): string {
    return sayOr(`${this.#key(option)} row ${row}`, row === mine ? say("you") : say("seat", { seat: row + 1 }));
  }

  partOf(seat: number): string {
    const part = this.fitted.parts[seat];
    return part ? spoken(part.say, part.text, { game: this.game.name, names: [] }) : "";
  }

  /** What changed because of the last choice, in words. */
  changes(mine: number): string {
    const told = this.fitted.changed.flatMap((name) => {
      const option = this.game.options.find((other) => other.name === name)!;
      const value = this.options[name]!;
      const word = Array.isArray(value) ? say("setup.empty") : this.isSwitch(option) ? say(value === "on" ? "setup.on" : "setup.off") : this.word(option, value, mine);
      const label = this.isSwitch(option) ? this.label(option).split(":")[0]! : this.label(option);
      return [say("setup.chosen", { option: label, value: word })];
    });
    return told.length ? say("setup.changed", { what: told.join("; ") }) : "";
  }

  #key(option: OptionInfo): string {
    return `${this.game.name}.${option.name}`;
  }
}
