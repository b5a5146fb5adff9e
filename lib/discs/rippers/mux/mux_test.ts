import { deepStrictEqual as same, equal } from "node:assert/strict";
import fc from "fast-check";
import { createLineSplitter } from "../program/run_program.ts";
import { parseGuiLine } from "./mkvmerge.ts";
import { identified } from "./identify.ts";
import { muxArgs, type OutputTrack } from "./mux_args.ts";

Deno.test("lines of mkvmerge are progress, warnings, errors and text", () => {
  same(parseGuiLine("#GUI#progress 24%"), { kind: "progress", fraction: 0.24 });
  same(parseGuiLine("#GUI#progress 999%"), { kind: "progress", fraction: 1 });
  same(parseGuiLine("#GUI#warning Track 1: it is odd"), { kind: "warning", text: "Track 1: it is odd" });
  same(parseGuiLine("#GUI#error No space left on device"), { kind: "error", text: "No space left on device" });
  for (const text of ["#GUI#progress x%", "progress 24%", "", "#GUI#end_scanning_playlists"]) {
    same(parseGuiLine(text), { kind: "text", text });
  }
});

Deno.test("lines are the same however their bytes are split", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((line) =>
    line.replaceAll(/[\n\r\ufeff\ufffd]/g, "é")
  );
  const cuts = fc.array(fc.nat(200));
  fc.assert(fc.property(fc.array(text), fc.constantFrom("\n", "\r\n"), fc.boolean(), cuts, (lines, end, mark, cuts) => {
    const bytes = new TextEncoder().encode((mark ? "\ufeff" : "") + lines.map((line) => line + end).join(""));
    const splitter = createLineSplitter();
    const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
    const found = places.flatMap((from, i) => splitter.push(bytes.subarray(from, places[i + 1] ?? from)));
    same([...found, ...splitter.end()], lines.map((line) => line.toWellFormed()));
  }));
  const splitter = createLineSplitter();
  same(splitter.push(new TextEncoder().encode("a\rb\r\nlast")), ["a\rb"]);
  same(splitter.end(), ["last"]);
  same(splitter.end(), []);
});

Deno.test("files that mkvmerge does not recognise, and garbage, have no tracks", () => {
  for (const json of ["", "{}", "[", '{"container":{"recognized":false},"tracks":[]}', "null"]) {
    equal(identified(json), undefined);
  }
  const json = { container: { recognized: true }, tracks: [{ id: 0, type: "buttons", codec: "x" }] };
  same(identified(JSON.stringify(json)), []);
});

Deno.test("only named tracks are copied, in their order, each with its flags", () => {
  const plain = { input: 0, language: "eng", isDefault: false } as const;
  const tracks: OutputTrack[] = [
    { ...plain, id: 0, kind: "video", language: "und", isDefault: true },
    { ...plain, id: 2, kind: "audio", commentary: true, name: "Commentary" },
    { ...plain, input: 1, id: 0, kind: "subtitles", forced: true, hearingImpaired: true },
  ];
  const args = muxArgs({ output: "/o.mkv", title: "T", inputs: ["/a.vob", "/0.idx"], tracks, chaptersPath: "/c.txt" });
  same(args.slice(0, 8), [
    "--output",
    "/o.mkv",
    "--title",
    "T",
    "--chapters",
    "/c.txt",
    "--track-order",
    "0:0,0:2,1:0",
  ]);
  const [first, second] = [args.slice(8, args.indexOf("/a.vob")), args.slice(args.indexOf("/a.vob") + 1)];
  same(first.slice(4, 9), ["--video-tracks", "0", "--audio-tracks", "2", "--no-subtitles"]);
  same(first.slice(-8), [
    ...["--track-name", "2:Commentary", "--default-track-flag", "2:0", "--forced-display-flag", "2:0"],
    ...["--commentary-flag", "2:1"],
  ]);
  same(second.slice(4, 8), ["--no-video", "--no-audio", "--subtitle-tracks", "0"]);
  same(second.slice(-5), ["--forced-display-flag", "0:1", "--hearing-impaired-flag", "0:1", "/0.idx"]);
});
