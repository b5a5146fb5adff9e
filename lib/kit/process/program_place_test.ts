import { match, strictEqual as is } from "node:assert/strict";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { programProblem } from "./program_place.ts";

const put = async (path: string, mode: number, text = "#!/bin/sh\n") => {
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, mode);
  return path;
};
const dir = async (path: string, mode = 0o755) => {
  await Deno.mkdir(path, { recursive: true });
  await Deno.chmod(path, mode);
  return path;
};

inFolder("S-PROC-5: a program is a file that only its owner may change or exchange", async (folder) => {
  const safe = await dir(`${folder}/safe`);
  const media = await dir(`${folder}/media`);
  const beside = await dir(`${folder}/media2`);
  const dots = await dir(`${folder}/media/..hidden`);
  const group = await dir(`${folder}/group`, 0o775);
  const world = await dir(`${folder}/world/inner`) && await dir(`${folder}/world`, 0o757);
  const sticky = await dir(`${folder}/sticky/inner`) && await dir(`${folder}/sticky`, 0o1777);
  const unsticky = await dir(`${folder}/unsticky/inner`) && await dir(`${folder}/unsticky`, 0o777);
  const good = await put(`${safe}/tool`, 0o755);
  const link = async (path: string, to: string) => (await Deno.symlink(to, path), path);
  const uploaded = await put(`${media}/uploaded`, 0o755);
  const first = await link(`${safe}/first`, `${media}/second`);
  await link(`${media}/second`, good);
  await link(`${world}/exchange`, safe);
  await link(`${safe}/folder`, media);
  await link(`${safe}/round`, `${safe}/around`);
  await link(`${safe}/around`, `${safe}/round`);
  const places = { writtenFolders: [media, "/"], ownFolder: folder };

  const accepted = [
    good,
    await put(`${beside}/tool`, 0o755),
    await put(`${sticky}/inner/tool`, 0o755),
    await put(`${safe}/private`, 0o700),
    await link(`${safe}/near`, "tool"),
    `${safe}/../safe/./tool`,
    await put(`${safe}/lost`, 0o755, "#!/nowhere/sh\n"),
    await put(`${safe}/env`, 0o755, "#! /usr/bin/env sh\n"),
    "/bin/sh",
  ];
  for (const path of accepted) is(await programProblem(path, places), undefined, path);

  const evil = await put(`${media}/sh`, 0o755);
  const refused: [string, RegExp][] = [
    ["tool", /absolute/],
    [`${safe}/none`, /no such file/],
    [`${good}/below`, /no such file/],
    [`${safe}/round`, /no such file/],
    [safe, /not a file/],
    ["/dev/null", /not a file/],
    [await put(`${safe}/plain`, 0o644), /executable/],
    [await put(`${safe}/g`, 0o775), /Other users can write to this file/],
    [await put(`${safe}/w`, 0o757), /Other users can write to this file/],
    [uploaded, /writes to .*media/],
    [`${safe}/../media/uploaded`, /writes to/],
    [await put(`${dots}/tool`, 0o755), /writes to/],
    [await link(`${safe}/in`, uploaded), /writes to/],
    [first, /writes to/],
    [`${media}/second`, /writes to/],
    [`${safe}/folder/uploaded`, /writes to/],
    [`${safe}/folder/../safe/tool`, /writes to/],
    [await put(`${group}/tool`, 0o755), /parent folder .*group and replace the program/],
    [await put(`${world}/inner/tool`, 0o755), /parent folder .*world and replace the program/],
    [await put(`${sticky}/tool`, 0o755), /parent folder .*sticky and replace the program/],
    [await link(`${sticky}/link`, good), /parent folder .*sticky and replace the program/],
    [await put(`${unsticky}/inner/tool`, 0o755), /parent folder .*unsticky and replace the program/],
    [`${world}/exchange/tool`, /parent folder .*world and replace the program/],
    [await link(`${safe}/over`, `${world}/exchange/tool`), /parent folder .*world and replace the program/],
    [await put(`${safe}/planted`, 0o755, `#!${evil} -x\n`), /interpreter .*media\/sh: Programs must not be/],
    [await put(`${safe}/twice`, 0o755, `#! ${safe}/planted\n`), /interpreter .*planted: Its interpreter/],
  ];
  for (const [path, reason] of refused) match(await programProblem(path, places) ?? "", reason, path);
});

inFolder(
  "S-PROC-5: a sticky folder that everybody may write holds programs only in folders of this user or root below it",
  async (folder) => {
    const good = await put(`${folder}/tool`, 0o755);
    await dir(`${folder}/open`, 0o1777);
    const inner = await dir(`${folder}/open/inner`);
    const tool = await put(`${inner}/tool`, 0o755);
    // Folders above the test's folder are only skipped if that folder is passed.
    for (const places of [{ writtenFolders: [] }, { writtenFolders: [], ownFolder: folder }]) {
      is(await programProblem(tool, places), undefined);
    }
    await Deno.chmod(`${folder}/open`, 0o777);
    match(await programProblem(tool, { writtenFolders: [] }) ?? "", /Other users can write to its parent folder/);
    match(
      await programProblem(tool, { writtenFolders: [], ownFolder: folder }) ?? "",
      /parent folder .*open and replace the program/,
    );
    await Deno.chmod(`${folder}/open`, 0o1777);
    if (Deno.uid() === 0) {
      await Deno.chown(inner, 12_345, 12_345);
      match(
        await programProblem(tool, { writtenFolders: [], ownFolder: folder }) ?? "",
        /parent folder .*open and replace the program/,
      );
      await Deno.chown(inner, 0, 0);
      await Deno.chown(`${folder}/open`, 12_345, 12_345);
      match(
        await programProblem(tool, { writtenFolders: [], ownFolder: folder }) ?? "",
        /parent folder .*open and replace the program/,
      );
      await Deno.chown(`${folder}/open`, 0, 0);
    }
    await Deno.chmod(`${folder}/open`, 0o777);
    is(await programProblem(good, { writtenFolders: [], ownFolder: folder }), undefined);
    is(await programProblem(tool, { writtenFolders: [], ownFolder: inner }), undefined);
  },
);

inFolder("S-PROC-5: permission to run a program is read from the disk each time", async (folder) => {
  const tool = await put(`${folder}/tool`, 0o755);
  const places = { writtenFolders: [], ownFolder: folder };
  is(await programProblem(tool, places), undefined);
  await Deno.chmod(tool, 0o777);
  match(await programProblem(tool, places) ?? "", /Other users can write to this file/);
});
