import { deepStrictEqual as same } from "node:assert/strict";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Import, readImports, SOURCE_FOLDERS, sourceFiles } from "../build/imports.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Districts of `lib/` from the bottom up: one may import those before it (docs/architecture.md). */
const DISTRICTS = ["kit", "platform", "media", "encode", "jobs", "library", "discs", "farm", "ui", "app", "cli"];

/** What rows hold, in the words of their district: the only files above `db` that it may read. */
const SHAPES_OF_ROWS = [
  "lib/discs/box_set_schema.ts",
  "lib/discs/model.ts",
  "lib/discs/rip_schema.ts",
  "lib/discs/rip_states.ts",
  "lib/encode/profiles/schema.ts",
  "lib/encode/profiles/smart/schema.ts",
  "lib/farm/protocol.ts",
  "lib/jobs/delivery/journal_steps.ts",
  "lib/jobs/queue/order.ts",
  "lib/jobs/schema.ts",
  "lib/jobs/states.ts",
  "lib/library/barcodes/model.ts",
  "lib/library/downloads/model.ts",
  "lib/library/lists/model.ts",
  "lib/library/local/recognition/model.ts",
  "lib/library/music/cue_splits/model.ts",
  "lib/library/music/music_model.ts",
  "lib/library/video/model.ts",
  "lib/platform/model.ts",
];

/** What pages compute in the browser as the server does. */
const SHARED_WITH_ISLANDS = ["lib/kit/format.ts", "lib/discs/choose/same_choice.ts"];

/** Where a file stands from the bottom up; `db` lies between what any program could use and the districts. */
function heightOf(path: string): number {
  const [top = "", district = ""] = path.split("/");
  if (top === "lib") return DISTRICTS.indexOf(district);
  return top === "db" ? 0.5 : top === "routes" ? DISTRICTS.length : DISTRICTS.length + 1;
}

function isUpward({ from, to }: Import): boolean {
  const isIsland = (path: string) => path.startsWith("islands/");
  // Islands run in the browser.
  if (isIsland(from)) return !isIsland(to) && !to.startsWith("lib/ui/") && !SHARED_WITH_ISLANDS.includes(to);
  if (isIsland(to)) return !from.startsWith("routes/");
  if (from.startsWith("db/") && SHAPES_OF_ROWS.includes(to)) return false;
  return heightOf(to) > heightOf(from);
}

/** Source files a folder may hold before it is more than one subject. */
const MAX_FILES = 15;

Deno.test("every folder has one subject: at most 15 source files, and every district is known", async () => {
  const folders = new Map<string, number>();
  for (const top of SOURCE_FOLDERS) {
    for await (const path of sourceFiles(join(ROOT, top))) {
      const folder = dirname(relative(ROOT, path));
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
  }
  same([...folders].filter(([, files]) => files > MAX_FILES), []);
  same([...folders.keys()].filter((folder) => heightOf(`${folder}/`) < 0), []);
});

/** What lies at the top: everything else there was left behind by somebody. */
const TOP = [
  ...[
    ".ci",
    ".github",
    ".gitignore",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "build",
    "db",
    "deno.json",
    "deno.lock",
  ],
  ...["docs", "islands", "lib", "main.ts", "routes", "static", "tests"],
];

Deno.test("nothing is kept at the top but what belongs there", async () => {
  const listed = await new Deno.Command("git", { args: ["ls-files"], cwd: ROOT }).output().catch(() => undefined);
  // An unpacked archive has no history, and not every machine has git.
  if (!listed?.success) return;
  const tops = new TextDecoder().decode(listed.stdout).trim().split("\n").map((path) => path.split("/")[0]);
  same([...new Set(tops)].sort(), TOP.toSorted());
});

Deno.test("imports run downwards: routes, lib by district, db, kit", async () => {
  const upward = (await readImports(ROOT)).filter(isUpward).map(({ from, to }) => `${from} -> ${to}`);
  same(upward, []);
});

Deno.test("no two files import each other, directly or around", async () => {
  const edges = new Map<string, string[]>();
  for (const { from, to } of await readImports(ROOT)) edges.set(from, [...(edges.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) {
      circles.push([...trail.slice(trail.indexOf(file)), file].join(" -> "));
      return;
    }
    if (done.has(file)) return;
    for (const target of edges.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  same(circles, []);
});

Deno.test("S-OUT-1: nothing but the one client speaks to other machines", async () => {
  const found: string[] = [];
  for (const top of ["lib", "db", "routes"]) {
    for await (const path of sourceFiles(join(ROOT, top))) {
      // Listening is no speaking to others.
      const text = (await Deno.readTextFile(path)).replace(/import \{ createServer\b[^},]*\} from "node:https"/, "");
      const speaks =
        /(?<![.\w])fetch\(|from "(undici|node:https|ofetch|@nats-io\/transport-node)"|https?\.request\(|Deno\.connect/
          .test(text);
      // A command asks the service that runs on its own folder; a service and its agents speak to the NATS server that the
      // settings name, and an agent to its one service, whose certificate it pins.
      const allowed = /^lib\/(platform\/http_client\/|cli\/config_folder\.ts|farm\/broker\/|farm\/agent\/link\/)/.test(
        relative(ROOT, path),
      );
      if (speaks && !allowed) found.push(relative(ROOT, path));
    }
  }
  same(found, []);
});

Deno.test("S-PROC-1: no shell is started anywhere, and programs only through the one place that may", async () => {
  const found: string[] = [];
  for (const top of ["lib", "db", "routes"]) {
    for await (const path of sourceFiles(join(ROOT, top))) {
      const text = await Deno.readTextFile(path);
      const starts = /new Deno\.Command|node:child_process|"(ba|da|z)?sh",? "-c"|cmd(\.exe)? \/c/.test(text);
      if (starts && relative(ROOT, path) !== "lib/kit/process/process.ts") found.push(relative(ROOT, path));
    }
  }
  same(found, []);
});
