import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { changedPrograms, namedPrograms, programProblem } from "./program_rules.ts";
import { Settings } from "./schema.ts";

inFolder(
  "S-PROC-5: a program is a file that only its owner may change, outside every folder we write to",
  async (folder) => {
    const cache = `${folder}/cache`;
    await Deno.mkdir(cache);
    await Deno.mkdir(`${folder}/cache2`);
    const put = async (path: string, mode: number) => {
      await Deno.writeTextFile(path, "#!/bin/sh\n");
      await Deno.chmod(path, mode);
      return path;
    };
    const good = await put(`${folder}/tool`, 0o755);
    const beside = await put(`${folder}/cache2/tool`, 0o755);
    await put(`${cache}/uploaded`, 0o755);
    await Deno.symlink(`${cache}/uploaded`, `${folder}/link`);
    const rules = { writtenFolders: [cache] };
    is(await programProblem(good, rules), undefined);
    is(await programProblem(beside, rules), undefined);
    const refused: [string, RegExp][] = [
      ["tool", /absolute/],
      [`${folder}/none`, /no such file/],
      [folder, /not a file/],
      [await put(`${folder}/plain`, 0o644), /executable/],
      [await put(`${folder}/group`, 0o775), /Others may write/],
      [await put(`${folder}/world`, 0o757), /Others may write/],
      [`${cache}/uploaded`, /writes to/],
      [`${folder}/link`, /writes to/],
      [`${folder}/cache2/../cache/uploaded`, /writes to/],
    ];
    for (const [path, reason] of refused) match(await programProblem(path, rules) ?? "", reason, path);
  },
);

Deno.test("S-PROC-5: every setting that names a program is known as one, and a change of any is seen", () => {
  const target = { id: "a", name: "Script", kind: "script", path: "/opt/tell" };
  const before = Settings.parse({});
  const after = Settings.parse({
    ffmpegPath: "/a",
    ffprobePath: "/b",
    encodertoolPath: "/c",
    doviToolPath: "/h",
    hdr10plusToolPath: "/i",
    ocr: { ocrPath: "/d" },
    disc: { ripperPath: "/e", cd: { ripperPath: "/f" } },
    general: { updates: { scriptPath: "/g" } },
    notifications: { targets: [target, { ...target, id: "b", kind: "webhook", path: "/no-program" }] },
  });
  same(namedPrograms(after).map(({ path }) => path), [
    "/a",
    "/b",
    "/c",
    "/h",
    "/i",
    "/d",
    "/e",
    "/f",
    "/g",
    "/opt/tell",
  ]);
  is(changedPrograms(before, after).length, 10);
  const moved = Settings.parse({ ...after, notifications: { targets: after.notifications.targets.toReversed() } });
  same(changedPrograms(after, moved), []);
});
