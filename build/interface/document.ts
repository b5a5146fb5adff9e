/** Finds where each route, setting and task of the interface is tested and used, by searching sources and tests. */

/** A file of the repository with its path. */
export interface SourceText {
  path: string;
  text: string;
}

/** A route as described in the OpenAPI document. */
export interface RouteRow {
  method: string;
  /** Path with parameters, such as `/jobs/{id}`. */
  path: string;
  summary: string;
}

/** A row of the document. `places` is empty if nothing was found. */
export interface InterfaceRow {
  name: string;
  meaning: string;
  places: string[];
}

/** Tests that call every route of the OpenAPI document, so they do not count for a single one. */
const FOR_ALL_ROUTES = /(fuzz|openapi|gate|groups|interface)_test\.ts$|^tests\/matrix\//;
const MAX_PLACES = 3;

/**
 * Returns the tests that call a route: those that contain its path and, for methods other than GET, a word for the
 * method nearby. Pure.
 */
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

/** Number of characters around a call in which its method is searched. */
const REACH = 160;

function saysMethod(around: string, method: string): boolean {
  if (method === "GET") return true;
  if (new RegExp(`["'\`]${method}["'\` ]|\\b${method.toLowerCase()}\\(`).test(around)) return true;
  // Test helpers send a body with POST.
  return method === "POST" && /\b(json|body|post\w*|submit|form)\b/i.test(around);
}

/**
 * Returns the files in which a setting is used. They contain the last part of its key. If several settings share that
 * part, they also contain one of the preceding parts nearby (singular forms count as well: `target.url`), or the two
 * preceding parts near each other, for code that passes a whole group on. Pure.
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

/** Returns true if a text contains a word near another one. "" is always near. */
function isNear(text: string, word: string, other: string): boolean {
  const owner = new RegExp(`\\b${escaped(other)}s?\\b`, "i");
  for (const { index } of text.matchAll(new RegExp(`\\b${escaped(word)}s?\\b`, "g"))) {
    if (other === "" || owner.test(text.slice(Math.max(0, index - REACH), index + REACH))) return true;
  }
  return false;
}

/** Returns the last parts of keys that more than one setting has. Pure. */
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

/** Returns the document with one table per section. Pure. */
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
