import assert, { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { basename } from "node:path";
import { binPath, jobOfPartial, partialPathBeside, partialPathIn, sidecarMoves } from "./file_names.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;
const name = fc.string({ minLength: 1, maxLength: 300, unit: "grapheme" }).map((s) => s.replace(/[/\0]/g, "_")).filter((
  s,
) => s !== "." && s !== "..");
const id = fc.stringMatching(/^[a-z0-9]{16}$/);

Deno.test("partial and bin names fit a file system, name their job, and end like no media", () =>
  fc.assert(fc.property(name, id, (name, id) => {
    const paths = [
      partialPathIn("/t", name, id),
      partialPathBeside(`/m/${name}`, id),
      binPath(`/m/${name}`, id, "original", new Date(0)),
    ];
    for (const path of paths) {
      assert(bytes(basename(path)) <= 255, path);
      assert(/\.(partial|original)$/.test(path));
    }
    same(paths.slice(0, 2).map((path) => jobOfPartial(basename(path))), [id, id]);
    assert(basename(paths[1] ?? "").startsWith("."));
  })));

Deno.test("sidecars are recognised by name, and other media are not touched", () => {
  const names = [
    "Film.srt",
    "Film.en.forced.srt",
    "Film.nfo",
    "Film-thumb.jpg",
    "Film.mkv",
    "Film 2.srt",
    "Film-trailer.mkv",
    "Films.nfo",
    "film.srt",
    "Film.directors.cut.long.name.srt",
  ];
  same(sidecarMoves(names, "Film", "New"), [
    { from: "Film.srt", to: "New.srt" },
    { from: "Film.en.forced.srt", to: "New.en.forced.srt" },
    { from: "Film.nfo", to: "New.nfo" },
    { from: "Film-thumb.jpg", to: "New-thumb.jpg" },
  ]);
  same(sidecarMoves(names, "Film", "Film"), []);
});
