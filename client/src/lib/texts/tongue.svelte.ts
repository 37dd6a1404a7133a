/** The language that is spoken here. English is built in; what another needs comes when it is chosen. */

export type Catalogue = Record<string, string>;

const frames = import.meta.glob<Catalogue>(["./*/*.json", "!./en/*.json"], { import: "default" });
const tables = import.meta.glob<Catalogue>("../../../../skulk/{server,engine,games/*}/*.json", { import: "default" });

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
  #words: Record<string, Catalogue> = $state.raw({});
  #asked = new Set<string>();

  get code(): string {
    return this.#code;
  }

  /** The frame's and the games' texts; empty in English, which is built in. */
  get texts(): Catalogue {
    return this.#texts;
  }

  /** Speak this language from now on; where its texts cannot be had, all stays as it is. */
  async speak(code: string): Promise<void> {
    const files = Object.entries(frames).filter(([path]) => path.startsWith(`./${code}/`));
    try {
      const parts = await Promise.all(files.map(([, load]) => load()));
      this.#texts = Object.assign({}, ...parts);
      this.#code = LANGUAGES.some(([known]) => known === code) ? code : "en";
      document.documentElement.lang = this.#code;
    } catch {
      // offline: the language that was spoken before
    }
  }

  /** The words of a game, or of the server ("server"); undefined until they have come. */
  words(of: string): Catalogue | undefined {
    const key = `${this.#code}/${of}`;
    if (!this.#words[key] && !this.#asked.has(key)) {
      this.#asked.add(key);
      this.#learn(of).then(
        (found) => (this.#words = { ...this.#words, [key]: found }),
        () => this.#asked.delete(key),
      );
    }
    return this.#words[key];
  }

  async #learn(of: string): Promise<Catalogue> {
    const folders = of === "server" ? ["server"] : ["server", "engine", `games/${of}`];
    const files = folders.map((folder) => tables[`../../../../skulk/${folder}/${this.#code}.json`]);
    return Object.assign({}, ...(await Promise.all(files.map((load) => load?.()))));
  }
}

export const tongue = new Tongue();
