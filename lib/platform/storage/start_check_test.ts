import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join } from "node:path";
import { StoreProblem } from "../../../db/check.ts";
import { removeBackupLeftovers } from "../backup/leftovers.ts";
import { checkStart, noteFirstStart, noteStarted } from "./start_check.ts";

const WHOLE = JSON.stringify({ general: { security: { apiKey: "a".repeat(64) } } });
const LOGIN = JSON.stringify({ general: { security: { authentication: "forms", username: "me", password: "x" } } });
const BACKUP = "backups/service_0.1.0.0_20261120T193200Z_manual.zip";

/** Data folders by their content, with the outcome of a start. */
const FOLDERS: [name: string, files: Record<string, string>, outcome: "first" | "used" | StoreProblem["reason"]][] = [
  ["an empty folder", {}, "first"],
  ["settings written by hand", { "settings.json": '{"concurrency":3}' }, "first"],
  ["settings and a database", { "settings.json": WHOLE, "lathe.db": "x", started: "" }, "used"],
  ["settings and a database of an earlier version", { "settings.json": WHOLE, "lathe.db": "x" }, "used"],
  ["settings without a database", { "settings.json": WHOLE }, "missing"],
  ["a copy of settings without a database", { "settings.json.copy": WHOLE }, "missing"],
  ["settings and an empty database", { "settings.json": WHOLE, "lathe.db": "" }, "missing"],
  ["a login written by hand, without a database", { "settings.json": LOGIN }, "missing"],
  ["a backup and nothing else", { [BACKUP]: "x" }, "missing"],
  ["the mark of an earlier start and nothing else", { started: "" }, "missing"],
  ["a database without settings", { "lathe.db": "x" }, "settings_missing"],
  ["a database with settings of {}", { "lathe.db": "x", "settings.json": "{}" }, "settings_missing"],
  ["a database with settings and a copy of {}", {
    "lathe.db": "x",
    "settings.json": "{}",
    "settings.json.copy": "{}",
    started: "",
  }, "settings_missing"],
  [
    "a database with settings that are no JSON",
    { "lathe.db": "x", "settings.json": "{", "settings.json.copy": "" },
    "settings_missing",
  ],
  [
    "a database with part of the settings",
    { "lathe.db": "x", "settings.json": '{"concurrency":3}' },
    "settings_missing",
  ],
  ["settings of {} with a whole copy", { "lathe.db": "x", "settings.json": "{}", "settings.json.copy": WHOLE }, "used"],
  ["a database with a login written by hand", { "lathe.db": "x", "settings.json": LOGIN }, "used"],
  [
    "what a first start left that was cut short",
    { "first-start": "", "settings.json": WHOLE, "lathe.db": "" },
    "first",
  ],
  ["a cut first start with a mark", { "first-start": "", started: "", "settings.json": WHOLE }, "missing"],
];

for (const [name, files, outcome] of FOLDERS) {
  Deno.test(`S5, S15: ${name}: ${outcome}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe_start_" });
    const folders = { programData: folder, backups: join(folder, "backups") };
    await Deno.mkdir(folders.backups);
    for (const [path, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, path), text);
    const before = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    if (outcome === "first" || outcome === "used") {
      same(await checkStart(folders, { local: true }), { usedBefore: outcome === "used" });
    } else {
      await rejects(
        checkStart(folders, { local: true }),
        (error) => error instanceof StoreProblem && error.reason === outcome,
      );
      same([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), before, "nothing was made");
    }
    await Deno.remove(folder, { recursive: true });
  });
}

Deno.test("S5: a start that was decided to be a first one is one, and the next is not", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe_start_" });
  const folders = { programData: folder, backups: join(folder, "backups") };
  await Deno.writeTextFile(join(folder, "settings.json"), WHOLE);
  await noteStarted(folder, "1");
  await noteFirstStart(folder);
  same(await checkStart(folders, { local: true }), { usedBefore: false });
  await Deno.writeTextFile(join(folder, "lathe.db"), "x");
  await noteStarted(folder, "1");
  same(await checkStart(folders, { local: true }), { usedBefore: true });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("S12: leftovers of a backup or an upload are removed, and nothing else", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe_start_" });
  const folders = { programData: folder, backups: join(folder, "backups") };
  const id = "0123456789abcdef";
  await Deno.mkdir(join(folder, `backup-${id}`));
  await Deno.mkdir(folders.backups);
  const partial = "backups/service_0.1.0.0_20261120T193200Z_manual.zip.partial";
  const gone = [
    `upload-${id}.zip`,
    `settings.json.${id}.tmp`,
    `settings.json.copy.${id}.tmp`,
    `backup-${id}/settings.json`,
    partial,
  ];
  const kept = [
    "upload-mine.zip",
    "backup-notes",
    "upload-.zip",
    "film.tmp",
    BACKUP,
    "backups/film.partial",
    "settings.json",
  ];
  for (const path of [...gone, ...kept]) await Deno.writeTextFile(join(folder, path), "x");
  same(await removeBackupLeftovers(folders), { problems: [] });
  const isThere = (path: string) => Deno.stat(join(folder, path)).then(() => true, () => false);
  same(await Promise.all([...gone, `backup-${id}`].map(isThere)), Array(gone.length + 1).fill(false));
  same(await Promise.all(kept.map(isThere)), kept.map(() => true));
  await Deno.remove(folder, { recursive: true });
});
