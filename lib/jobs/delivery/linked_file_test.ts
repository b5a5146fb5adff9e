import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { resolve } from "node:path";
import fc from "fast-check";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { identityOf, isSecondEntry, linkFile, moveOver, moveWithoutOverwriting } from "./file_moves.ts";
import { isSameLink, retargeted } from "./linked_file.ts";

Deno.test("a link has the same target from any folder, and the same text when it is moved back", () => {
  const part = fc.constantFrom("a", "b", "..", ".", ".lathe-bin", "2026-11-20", "a b");
  const text = fc.tuple(fc.boolean(), fc.array(part, { minLength: 1, maxLength: 6 }), fc.constantFrom("", "//x"))
    .map(([absolute, parts, tail]) => (absolute ? "/" : "") + parts.join("/") + tail);
  const folder = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map((parts) => `/${parts.join("/")}`);
  fc.assert(fc.property(text, folder, (text, from) => {
    const bin = `${from === "/" ? "" : from}/bin/day`;
    const kept = retargeted(text, from, bin);
    same(resolve(bin, kept), resolve(from, text));
    same(retargeted(kept, bin, from), text);
  }));
});

const identify = async (path: string) => await identityOf(path) ?? Promise.reject(new Error(`${path} is not there`));

inFolder("a taken name is detected without touching its file, or the target of a link", async (at) => {
  await Deno.mkdir(`${at}/seeds`);
  await Deno.mkdir(`${at}/bin`);
  await Deno.writeTextFile(`${at}/seeds/film.mkv`, "seed");
  await Deno.symlink("seeds/film.mkv", `${at}/Film.mkv`);
  const film = await identify(`${at}/Film.mkv`);

  for (const name of ["taken.mkv", "TAKEN2.mkv"]) await Deno.writeTextFile(`${at}/bin/${name}`, "a stranger");
  await Deno.symlink("nowhere", `${at}/bin/dangling.mkv`);
  await Deno.symlink("../seeds/../seeds/film.mkv", `${at}/bin/other link.mkv`);
  for (const name of ["taken.mkv", "taken2.mkv", "dangling.mkv", "other link.mkv"]) {
    await rejects(moveWithoutOverwriting(`${at}/Film.mkv`, `${at}/bin/${name}`, film), { code: "output_exists" }, name);
  }
  await rejects(linkFile(`${at}/Film.mkv`, `${at}/seeds/film.mkv`), { code: "EEXIST" });
  same(await Deno.readLink(`${at}/Film.mkv`), "seeds/film.mkv");

  // A crash left the symbolic link in both places.
  same(await linkFile(`${at}/Film.mkv`, `${at}/bin/Film.mkv`), true);
  same(await isSecondEntry(`${at}/Film.mkv`, `${at}/bin/Film.mkv`), true);
  await moveWithoutOverwriting(`${at}/Film.mkv`, `${at}/bin/Film.mkv`, film);
  await moveWithoutOverwriting(`${at}/Film.mkv`, `${at}/bin/Film.mkv`, film);
  same([await identityOf(`${at}/Film.mkv`), await Deno.readLink(`${at}/bin/Film.mkv`)], [
    undefined,
    "../seeds/film.mkv",
  ]);

  await Deno.writeTextFile(`${at}/Film.mkv`, "encode");
  await moveOver(`${at}/bin/Film.mkv`, `${at}/Film.mkv`);
  same([await Deno.readLink(`${at}/Film.mkv`), await Deno.readTextFile(`${at}/Film.mkv`)], ["seeds/film.mkv", "seed"]);
  same(await identityOf(`${at}/bin/Film.mkv`), undefined);
});

inFolder("S-FILE-5: a link to a link is no second entry: without the one the other leads nowhere", async (at) => {
  await Deno.writeTextFile(`${at}/film.mkv`, "film");
  await Deno.symlink("film.mkv", `${at}/a.mkv`);
  await Deno.symlink("a.mkv", `${at}/b.mkv`);
  same(await isSameLink(`${at}/a.mkv`, `${at}/b.mkv`), false);
  same(await isSecondEntry(`${at}/a.mkv`, `${at}/b.mkv`), false);
  same(await isSecondEntry(`${at}/a.mkv`, `${at}/a.mkv`), false, "one name is one entry");
  await rejects(moveWithoutOverwriting(`${at}/a.mkv`, `${at}/b.mkv`, await identify(`${at}/a.mkv`)), {
    code: "output_exists",
  });
  same(await Deno.readTextFile(`${at}/b.mkv`), "film");
});

inFolder("a link that would lead elsewhere from its new folder stays where it is", async (at) => {
  await Deno.mkdir(`${at}/far/deep/bin`, { recursive: true });
  await Deno.writeTextFile(`${at}/film.mkv`, "film");
  await Deno.symlink("film.mkv", `${at}/Film.mkv`);
  // The bin is a link to a folder at a different depth.
  await Deno.symlink("far/deep/bin", `${at}/bin`);
  const film = await identify(`${at}/Film.mkv`);
  await rejects(moveWithoutOverwriting(`${at}/Film.mkv`, `${at}/bin/Film.mkv`, film), { code: "publish_failed" });
  same(await Deno.readTextFile(`${at}/Film.mkv`), "film");
  same(await Array.fromAsync(Deno.readDir(`${at}/far/deep/bin`)), []);
});
