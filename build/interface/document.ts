/** Where each route, setting and task of the interface is tested and read; found in the texts of sources and tests. */

/** A file of the repository by its path. */
export interface SourceText {
  path: string;
  text: string;
}

/** A route of the API as its document has it. */
export interface RouteRow {
  method: string;
  /** `/jobs/{id}` */
  path: string;
  summary: string;
}

/** A row of the document; `places` are empty where nothing was found. */
export interface InterfaceRow {
  name: string;
  meaning: string;
  places: string[];
}

/** Tests that ask every route of the document anyway show nothing of one alone. */
const FOR_ALL_ROUTES = /(fuzz|openapi|gate|groups|interface)_test\.ts$|^tests\/matrix\//;
const MAX_PLACES = 3;

/** The tests that call a route: its path in a text, and for another method than GET a word of it close by. Pure. */
export function routeTests({ method, path }: RouteRow, tests: readonly SourceText[]): string[] {
  const pattern = path.split(/\{\w+\}/).map(escaped).join("(?:\\$\\{[^}]*\\}|[^\"'`\\s?/]+)");
  const call = new RegExp(`["'\`\\s}](?:/api)?${pattern}(?=["'\`?\\s]|\\$\\{[^}]*query)`, "g");
  return places(tests.filter(({ path }) => !FOR_ALL_ROUTES.test(path)), (text) => {
    for (const { index, 0: { length } } of text.matchAll(call)) {
      const around = text.slice(Math.max(0, index - REACH), index + length + REACH);
      if (saysMethod(around, method)) return true;
    }
    return false;
  });
}

/** Characters around a call in which its method is looked for. */
const REACH = 160;

function saysMethod(around: string, method: string): boolean {
  if (method === "GET") return true;
  if (new RegExp(`["'\`]${method}["'\` ]|\\b${method.toLowerCase()}\\(`).test(around)) return true;
  // Helpers send a body as POST.
  return method === "POST" && /\b(json|body|post\w*|submit|form)\b/i.test(around);
}

/**
 * Files in which a setting is used: its last word, and close to a word that several settings have, one of those before it
 * (the singular counts as well: `target.url`), or the two before it close to each other, where a whole
 * group is handed on. Pure.
 */
export function settingPlaces(key: string, shared: ReadonlySet<string>, sources: readonly SourceText[]): string[] {
  const words = key.replaceAll("[]", "").split(".");
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1).slice(-2).map((word) => word.replace(/s$/, ""));
  const [grandparent = "", parent = ""] = before.length === 2 ? before : ["", ...before];
  return places(sources, (text) => {
    if (!shared.has(last) || parent === "") return isNear(text, last, "");
    return before.some((word) => isNear(text, last, word)) ||
      grandparent !== "" && isNear(text, parent, grandparent);
  });
}

/** Whether a text has a word, and close to it another one; "" is always close. */
function isNear(text: string, word: string, other: string): boolean {
  const owner = new RegExp(`\\b${escaped(other)}s?\\b`, "i");
  for (const { index } of text.matchAll(new RegExp(`\\b${escaped(word)}s?\\b`, "g"))) {
    if (other === "" || owner.test(text.slice(Math.max(0, index - REACH), index + REACH))) return true;
  }
  return false;
}

/** Last words of keys that more than one setting has. Pure. */
export function sharedWords(keys: readonly string[]): Set<string> {
  const last = keys.map((key) => key.replaceAll("[]", "").split(".").at(-1) ?? "");
  return new Set(last.filter((word, i) => last.indexOf(word) !== i));
}

function places(files: readonly SourceText[], holds: (text: string) => boolean): string[] {
  return files.filter(({ text }) => holds(text)).map(({ path }) => path).sort((a, b) => a < b ? -1 : 1).slice(
    0,
    MAX_PLACES,
  );
}

/** The document: one table for each section. Pure. */
export function interfaceText(
  sections: readonly { title: string; head: [string, string, string]; rows: InterfaceRow[] }[],
): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
  const tables = sections.map(({ title, head, rows }) =>
    [
      `## ${title}`,
      "",
      `| ${head.join(" | ")} |`,
      "| --- | --- | --- |",
      ...rows.map(({ name, meaning, places }) =>
        `| ${cell(name)} | ${cell(meaning)} | ${places.map((p) => `\`${p}\``).join(", ")} |`
      ),
      "",
    ].join("\n")
  );
  return [INTRODUCTION, ...tables].join("\n");
}

const INTRODUCTION = `# The interface, row by row

Which test shows each route, setting, task and rule of the API. Every route is asked as well by the tests of the API document
(\`routes/openapi_test.ts\`), by odd requests (\`routes/fuzz_test.ts\`) and by every kind of caller (\`tests/matrix\`); those are
not named again. \`LATHE_INTERFACE=write deno test -A routes/interface_test.ts\` writes this file anew.
`;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
