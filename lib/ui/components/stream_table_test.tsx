import { deepStrictEqual as same, doesNotMatch, strictEqual as is } from "node:assert/strict";
import type { StreamDecision } from "../../encode/plan/model.ts";
import { renderView } from "../render.tsx";
import { StreamTable } from "./stream_table.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const stream = (more: Partial<StreamDecision> = {}): StreamDecision => ({
  index: 1,
  type: "audio",
  codec: "ac3",
  action: "copy",
  why: "fits",
  ...more,
});
/** Returns the text of the cells in a row. */
const row = (more: Partial<StreamDecision>): string[] =>
  [...renderView(VIEW, <StreamTable streams={[stream(more)]} />).matchAll(/<td[^>]*>(.*?)<\/td>/g)]
    .map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "").trim());

for (
  const [name, more, wanted] of [
    ["a sound", { channels: 6, language: "eng", title: "Main" }, [
      "1",
      "Audio",
      "AC-3 · 5.1 · eng · “Main”",
      "Copied",
      "fits",
    ]],
    ["a picture", { type: "video", codec: "hevc", width: 3840, height: 2160, action: "encode" }, [
      "1",
      "Video",
      "HEVC · 3840×2160",
      "Encoded",
      "fits",
    ]],
    ["a picture without a size", { type: "video", codec: "hevc", width: 0, height: 0 }, [
      "1",
      "Video",
      "HEVC",
      "Copied",
      "fits",
    ]],
    ["a subtitle that is burned in", { type: "subtitle", codec: "subrip", action: "burn" }, [
      "1",
      "Subtitle",
      "SRT",
      "Burned in",
      "fits",
    ]],
    ["one that is read", { type: "subtitle", codec: "dvd_subtitle", action: "ocr" }, [
      "1",
      "Subtitle",
      "VobSub",
      "Converted to text",
      "fits",
    ]],
    ["data that is left out", { index: 0, type: "data", codec: "bin_data", action: "drop", why: "" }, [
      "0",
      "Data",
      "BIN DATA",
      "Removed",
      "",
    ]],
  ] as const
) Deno.test(`StreamTable shows ${name}`, () => same(row(more), wanted));

for (
  const [channels, wanted] of [
    [1, "mono"],
    [2, "stereo"],
    [3, "3 channels"],
    [6, "5.1"],
    [8, "7.1"],
    [0, "0 channels"],
    [24, "24 channels"],
  ] as const
) Deno.test(`StreamTable calls ${channels} channels "${wanted}"`, () => is(row({ channels })[2], `AC-3 · ${wanted}`));

Deno.test("StreamTable: titles and reasons full of markup stay text", () => {
  const odd = "<script>alert(1)</script>";
  const html = renderView(
    VIEW,
    <StreamTable streams={[stream({ title: odd, why: odd, codec: odd, language: odd })]} />,
  );
  doesNotMatch(html, /<script/);
  is(html.match(/&lt;script>/gi)?.length, 4);
});
