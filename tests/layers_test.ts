import { deepStrictEqual as same } from "node:assert/strict";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Areas of `lib/` from the bottom up: one may import those before it (CONTRIBUTING.md). */
const AREAS = [
  "kit",
  "settings",
  "outgoing",
  "managers",
  "notify",
  "media",
  "local",
  "ocr",
  "music",
  "music_catalogue",
  "profiles",
  "hardware",
  "encode",
  "workers",
  "jobs",
  "estimates",
  "reports",
  "images",
  "library",
  "local_media",
  "search",
  "music_manager",
  "grab",
  "auth",
  "updates",
  "backup",
  "auto",
  "system",
  "ui",
  "cli",
] as const;

/** Pure shape files that anyone below may read as well: `db` speaks of jobs and profiles in their own words. */
const SHAPES = /^lib\/[\w/]+\/(schema|model|states|order|service|journal_steps)\.ts$/;

interface Import {
  from: string;
  to: string;
}

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory && !["node_modules", "built", ".git"].includes(entry.name)) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !/_test\.tsx?$/.test(entry.name)) yield path;
  }
}

async function imports(): Promise<Import[]> {
  const found: Import[] = [];
  for (const top of ["lib", "db", "routes", "islands"]) {
    for await (const path of sources(join(ROOT, top))) {
      const text = await Deno.readTextFile(path);
      for (const [, target = ""] of text.matchAll(/^(?:import|export)[^"';]*?from\s+"(\.[^"]+)"/gms)) {
        found.push({ from: relative(ROOT, path), to: relative(ROOT, join(dirname(path), target)) });
      }
    }
  }
  return found;
}

const areaOf = (path: string): number => AREAS.findIndex((area) => path.startsWith(`lib/${area}/`));

function isUpward({ from, to }: Import): boolean {
  const top = (path: string) => path.split("/")[0];
  if (top(to) === "routes" || top(to) === "main.ts") return top(from) !== "routes";
  if (top(from) === "islands") return !(/^(islands|lib\/ui)\//.test(to) || to === "lib/kit/format.ts");
  if (top(to) === "islands") return top(from) !== "routes";
  if (SHAPES.test(to)) return false;
  if (top(from) === "db") return !(top(to) === "db" || to.startsWith("lib/kit/"));
  if (top(from) === "lib" && top(to) === "lib") {
    // The instance is built from every area, and commands run on an instance.
    if (/^lib\/instance/.test(from) || /^lib\/instance/.test(to)) {
      return areaOf(from) > -1 && !from.startsWith("lib/cli/");
    }
    return areaOf(to) > areaOf(from) || areaOf(to) === -1;
  }
  return from.startsWith("lib/kit/") && top(to) !== "lib";
}

Deno.test("imports run downwards: routes, lib by area, db, kit", async () => {
  const upward = (await imports()).filter(isUpward).map(({ from, to }) => `${from} -> ${to}`);
  same(upward, []);
});

Deno.test("no two files import each other, directly or around", async () => {
  const edges = new Map<string, string[]>();
  for (const { from, to } of await imports()) edges.set(from, [...(edges.get(from) ?? []), to]);
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
    for await (const path of sources(join(ROOT, top))) {
      // Listening is no speaking to others.
      const text = (await Deno.readTextFile(path)).replace(/import \{ createServer\b[^},]*\} from "node:https"/, "");
      const speaks = /(?<![.\w])fetch\(|from "(undici|node:https|ofetch)"|https?\.request\(|Deno\.connect/.test(text);
      // A command asks the service that runs on its own folder.
      const allowed = /^lib\/(outgoing\/|cli\/config_folder\.ts)/.test(relative(ROOT, path));
      if (speaks && !allowed) found.push(relative(ROOT, path));
    }
  }
  same(found, []);
});

Deno.test("S-PROC-1: no shell is started anywhere, and programs only through the one place that may", async () => {
  const found: string[] = [];
  for (const top of ["lib", "db", "routes"]) {
    for await (const path of sources(join(ROOT, top))) {
      const text = await Deno.readTextFile(path);
      const starts = /new Deno\.Command|node:child_process|"(ba|da|z)?sh",? "-c"|cmd(\.exe)? \/c/.test(text);
      if (starts && relative(ROOT, path) !== "lib/kit/process.ts") found.push(relative(ROOT, path));
    }
  }
  same(found, []);
});
