/** The language that is spoken here. English is built in; what another needs comes when it is chosen. */
import { untrack } from "svelte";

export type Catalogue = Record<string, string>;

const frames = import.meta.glob<Catalogue>(["./*/*.json", "!./en/*.json"], { import: "default" });
const tables = import.meta.glob<Catalogue>("../../../../skulk/{server,engine,games/*,guides/*}/[a-z][a-z].json", { import: "default" });

/** Every language that there is, under its own name: [["de", "Deutsch"], ["en", "English"]]. */
export const LANGUAGES = ["en", ...new Set(Object.keys(frames).map((path) => path.split("/")[1]!))]
  .map((code) => [code, new Intl.DisplayNames([code], { type: "language" }).of(code)!] as const)
  .sort((a, b) => a[1].localeCompare(b[1]));

/** The first language of this browser that we speak. */
export function ofThisBrowser(): string {
  const wanted = navigator.languages.map((tag) => tag.split("-")[0]!);
  return wanted.find((code) => LANGUAGES.some(([known]) => known === code)) ?? "en";
}

class Tongue {
  #code = $state("en");
  #texts: Catalogue = $state.raw({});
  #words: Record<string, Catalogue> = $state.raw({}); // of games, and of the server

  get code(): string {
    return this.#code;
  }

  /** The frame's and the games' texts; empty in English, which is built in. */
  get texts(): Catalogue {
    return this.#texts;
  }

  /** The words of a game, of the server ("server") or of a guide ("guides/outfoxed"); undefined until they have come. */
  words(of: string): Catalogue | undefined {
    return this.#words[of];
  }

  /** Speak this language from now on; where its texts cannot be had, all stays as it is. */
  async speak(code: string): Promise<void> {
    if (!LANGUAGES.some(([known]) => known === code)) return;
    const files = Object.entries(frames).filter(([path]) => path.startsWith(`./${code}/`));
    const known = Object.keys(this.#words);
    try {
      const [texts, words] = await Promise.all([merged(files.map(([, load]) => load())), Promise.all(known.map((of) => wordsOf(of, code)))]);
      this.#texts = texts;
      this.#words = Object.fromEntries(known.map((of, i) => [of, words[i]!]));
      this.#code = document.documentElement.lang = code;
    } catch {
      // offline: the language that was spoken before
    }
  }

  /** Learn a game's words, and the server's, before a table of it is shown. */
  async learn(game: string): Promise<void> {
    const missing = untrack(() => [game, "server"].filter((of) => !this.#words[of]));
    if (!missing.length) return;
    const code = untrack(() => this.#code);
    const found = await Promise.all(missing.map((of) => wordsOf(of, code))).catch(() => []); // the server's English will do
    if (code !== this.#code) return this.learn(game);
    this.#words = { ...this.#words, ...Object.fromEntries(found.map((words, i) => [missing[i]!, words])) };
  }
}

const merged = async (parts: (Promise<Catalogue> | undefined)[]): Promise<Catalogue> => Object.assign({}, ...(await Promise.all(parts)));

function wordsOf(of: string, code: string): Promise<Catalogue> {
  const folders = of === "server" || of.startsWith("guides/") ? [of] : ["server", "engine", `games/${of}`];
  return merged(folders.map((folder) => tables[`../../../../skulk/${folder}/${code}.json`]?.()));
}

export const tongue = new Tongue();
