/** The rulebooks, read into the build from `docs/rules`; each comes when it is first opened. */
const books = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?raw", import: "default" });
const read = new Map<string, Promise<string>>();

const ASIDE = /<h2>(For designers and programmers)<\/h2>([^]*)/; // the last heading: whoever plays need not read on

/** A game's rulebook as HTML, each rule with its number as an anchor; what is not for playing is folded away. */
export function rulesOf(game: string): Promise<string> {
  const known = read.get(game);
  if (known) return known;
  const page = set(game);
  read.set(game, page);
  page.catch(() => read.delete(game));
  return page;
}

async function set(game: string): Promise<string> {
  const book = books[`../../../docs/rules/${game}.md`];
  if (!book) throw new Error(`no rulebook for ${game}`);
  const [text, { marked }] = await Promise.all([book(), import("marked")]);
  const html = await marked.parse(text);
  return html
    .replace(ASIDE, "<details><summary>$1</summary>$2</details>")
    .replace(/<strong>(R\d+)<\/strong>/g, '<strong id="$1">$1</strong>')
    .replace(/<table>/g, '<div class="scroll" tabindex="0"><table>')
    .replace(/<\/table>/g, "</table></div>")
    .replace(/<pre>/g, '<pre tabindex="0">')
    .replace(/<(\/?)h([1-5])/g, (_, slash, level) => `<${slash}h${Number(level) + 1}`);
}
