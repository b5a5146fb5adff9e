import { deepStrictEqual as same } from "node:assert/strict";
import type { Recipe } from "../../encode/profiles/schema.ts";
import { outputPaths, type OutputPathsInput } from "./output_paths.ts";

const paths = (output: Partial<Recipe["output"]>, change: Partial<OutputPathsInput> = {}) =>
  outputPaths({
    source: "/media/Film.mkv",
    outputName: "Film.small.mkv",
    jobId: "j1",
    recipe: { output: { directory: "", replaceOriginal: false, ...output } as Recipe["output"] },
    settings: { transcodeTemp: "transcodes", transcoding: { keepOriginalDays: 7 } } as OutputPathsInput["settings"],
    transcodes: "/config/transcodes",
    day: new Date("2026-11-20T12:00:00Z"),
    ...change,
  });

Deno.test("an encode is written to the transcodes folder and named next to its source", () => {
  const { target, partial, bin, elsewhere, keepDays } = paths({});
  same([target, partial], ["/media/Film.small.mkv", "/config/transcodes/Film.small.mkv.j1.partial"]);
  same([bin, elsewhere, keepDays], [undefined, false, 7]);
});

Deno.test("a replaced original is kept in the bin of its own folder, whatever the folder of the encode", () => {
  const { target, bin, elsewhere, keepDays } = paths({ directory: "/out", replaceOriginal: true, keepOriginalDays: 0 });
  same([target, bin], ["/out/Film.small.mkv", "/media/.lathe-bin/2026-11-20/Film.mkv.j1.original"]);
  same([elsewhere, keepDays], [true, 0]);
});

Deno.test("a replacement whose name differs only in case or composition keeps the spelling of the original", () => {
  const source = "/media/Ame\u0301lie.MKV";
  same(paths({ replaceOriginal: true }, { source, outputName: "am\u00e9lie.mkv" }).target, source);
  same(paths({}, { source, outputName: "am\u00e9lie.mkv" }).target, "/media/am\u00e9lie.mkv");
  same(
    paths({ replaceOriginal: true, directory: "/out" }, { source, outputName: "Ame\u0301lie.MKV" }).target,
    "/out/Ame\u0301lie.MKV",
  );
});

Deno.test("with temporary files next to the output the partial file is hidden in the target's folder", () => {
  const settings = { transcodeTemp: "output", transcoding: { keepOriginalDays: 7 } } as OutputPathsInput["settings"];
  same(paths({}, { settings }).partial, "/media/.Film.small.mkv.j1.partial");
});
