import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { changedPrograms, namedFolders, namedPrograms, programErrors } from "./program_rules.ts";
import { Settings } from "./schema.ts";

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

Deno.test("S-PROC-5: no program may be in any folder that the settings name", () => {
  const named = namedFolders(Settings.parse({
    general: { security: { mediaRoots: ["/a"] } },
    pathMappings: [{ remote: "D:\\films", local: "/b" }],
    localMedia: { folders: [{ path: "/c" }] },
    connections: { soulseek: { downloadsPath: "/d" } },
    disc: {
      ripDirectory: "/e",
      virtualDriveDirectory: "/f",
      virtualDrives: [{ id: "one", path: "/g", addedAt: "2026-01-01T00:00:00Z" }],
    },
  }));
  same(named, ["/a", "/b", "/c", "/d", "/e", "/f", "/g"]);
});

inFolder(
  "S-PROC-5: a folder of media may not be named around a program that is in use; an old mistake stops nothing",
  async (folder) => {
    const [tools, other] = [`${folder}/tools`, `${folder}/other`];
    for (const dir of [tools, other]) {
      await Deno.mkdir(dir);
      await Deno.writeTextFile(`${dir}/tool`, "#!/bin/sh\n", { mode: 0o755 });
    }
    const rules = {
      writtenFolders: [other],
      outputFolders: () => Promise.resolve([]),
      ownFolder: folder,
      identityProblem: () => Promise.resolve(undefined),
    };
    const before = Settings.parse({ ffmpegPath: `${tools}/tool`, ffprobePath: `${other}/tool` });
    same(await programErrors(Settings.parse({}), before, rules).then((found) => found.map(({ path }) => path)), [
      "ffprobePath",
    ]);
    const after = Settings.parse({ ...before, general: { security: { mediaRoots: [folder] } } });
    const [error, ...more] = await programErrors(before, after, rules);
    is(error?.path, "ffmpegPath");
    match(error?.message ?? "", /writes to/);
    same(more, []);
    same(await programErrors(before, Settings.parse({ ...before, concurrency: 3 }), rules), []);
  },
);

inFolder(
  "S-PROC-5: a changed program is identified after its location is checked, an unchanged one is not",
  async (folder) => {
    const asked: string[] = [];
    const rules = {
      writtenFolders: [`${folder}/media`],
      outputFolders: () => Promise.resolve([]),
      ownFolder: folder,
      identityProblem: ({ key }: { key: string }) => {
        asked.push(key);
        return Promise.resolve(key === "ffprobePath" ? "This program is not ffprobe." : undefined);
      },
    };
    for (const dir of ["tools", "media"]) {
      await Deno.mkdir(`${folder}/${dir}`);
      await Deno.writeTextFile(`${folder}/${dir}/tool`, "#!/bin/sh\n", { mode: 0o755 });
    }
    const before = Settings.parse({ doviToolPath: `${folder}/tools/tool` });
    const after = Settings.parse({
      ...before,
      ffmpegPath: `${folder}/tools/tool`,
      ffprobePath: `${folder}/tools/tool`,
      encodertoolPath: `${folder}/media/tool`,
    });
    const errors = await programErrors(before, after, rules);
    same(errors.map(({ path }) => path).sort(), ["encodertoolPath", "ffprobePath"]);
    same(asked.sort(), ["ffmpegPath", "ffprobePath"]);
  },
);
