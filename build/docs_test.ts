import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { run } from "../tests/kit/run.ts";
import { SOURCE_FOLDERS, sourceFiles } from "./imports.ts";
import { Settings } from "../lib/platform/settings/schema.ts";
import { withSettings } from "../lib/ui/settings/settings_reference.ts";

/** Help pages: complete and consistent with the product. */

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const DOCS = [...Deno.readDirSync(at("../static/docs"))].map(({ name }) => name.replace(/\.md$/, "")).sort();
/** Returns a page as Lathe shows it. */
const readDoc = async (name: string) => withSettings(await Deno.readTextFile(at(`../static/docs/${name}.md`)));

interface Block {
  language: string;
  text: string;
}

/** Splits a page into fenced code and prose. A fence may be indented by its list. */
function split(page: string): { blocks: Block[]; prose: string } {
  const blocks: Block[] = [];
  const prose = page.replace(/^( *)```(\w*)\n(.*?)^\1```$/gms, (_all, _indent, language: string, text: string) => {
    blocks.push({ language, text });
    return "";
  });
  return { blocks, prose };
}

/** Returns the dotted names of all values in a tree. Lists and empty objects are treated as values. */
const leaves = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, part]) => leaves(part, path === "" ? key : `${path}.${key}`))
    : [path];

Deno.test("the settings page of the documentation names every setting, and only existing ones", async () => {
  const { prose } = split(await readDoc("settings"));
  const named = new Set(prose.match(/(?<=`)[a-z]\w*(\.\w+)*(?=`)/gi));
  const known = leaves(Settings.parse({}));
  same(known.filter((key) => !named.has(key)), []);
  const dotted = [...named].filter((name) => /^[a-z]\w*(\.[a-z]\w*)+$/.test(name));
  const roots = new Set(known.map((key) => key.split(".")[0]));
  same(
    dotted.filter((name) => roots.has(name.split(".")[0]) && !known.some((key) => `${key}.`.startsWith(`${name}.`))),
    [],
  );
});

for (const name of DOCS) {
  Deno.test(`the page ${name}.md is plain Markdown, sh can parse its commands, and its links have targets`, async () => {
    const { blocks, prose } = split(await readDoc(name));
    match(prose, /^# \S/);
    ok(!prose.includes("```"), "a fence is open");
    same(prose.replaceAll(/`[^`]*`/g, "").match(/<(?!https?:)[^>]*>/g), null);
    for (const { language, text } of blocks) {
      ok(language !== "", `a block without a language: ${text}`);
      if (language === "json") JSON.parse(text);
      if (language === "yaml") parse(text, { strict: true, uniqueKeys: true });
      if (language !== "sh") continue;
      const { code, stderr } = await run("sh", ["-n", "-c", text]);
      is(code, 0, `${stderr}\n${text}`);
      for (const [, body = ""] of text.matchAll(/-d '([^']*)'/g)) JSON.parse(body);
    }
    for (const [, target = ""] of prose.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      ok((await Deno.stat(at(`../static/docs/${target}`))).isFile, target);
    }
  });
}

/** Returns the anchors that GitHub gives the headings of a page. */
const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );

Deno.test("every link of the README and of the release page has a file and a heading as its target", async () => {
  const own = /^https:\/\/github\.com\/lathe-media\/lathe\/(?:blob|tree)\/main\//;
  for (const path of ["../README.md", "../.github/release.md"]) {
    const page = await Deno.readTextFile(at(path));
    const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
    const here = targets.filter((target) => own.test(target) || !/^https?:/.test(target));
    ok(here.length > 2, path);
    for (const target of here) {
      const [file = "", anchor] = target.replace(own, "").split("#");
      if (anchor === undefined) await Deno.stat(at(`../${file}`));
      else ok(anchorsOf(await Deno.readTextFile(at(`../${file}`))).includes(anchor), target);
    }
  }
});

Deno.test("a comment cites only documents that are in the repository", async () => {
  const here = new Set(["README.md", "CONTRIBUTING.md", "DEPENDENCIES.md"]);
  for (const folder of ["../docs", "../static/docs"]) {
    for (const { name } of Deno.readDirSync(at(folder))) here.add(name);
  }
  const foreign: string[] = [];
  for (const top of [...SOURCE_FOLDERS, "build", "tests"]) {
    for await (const path of sourceFiles(at(`../${top}`))) {
      const comments = (await Deno.readTextFile(path)).split("\n").filter((line) => /^\s*(\/\*|\*|\/\/)/.test(line));
      for (const [cited = ""] of comments.join("\n").matchAll(/\b[\w-]+\.md\b|\binterface\.txt\b/g)) {
        if (!here.has(cited)) foreign.push(`${path}: ${cited}`);
      }
    }
  }
  same(foreign, []);
});
