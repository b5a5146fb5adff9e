import { deepStrictEqual as same, doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import type { StreamDecision } from "../../encode/plan/model.ts";
import type { TestResult } from "../../encode/hardware/trial_encode.ts";
import { renderView } from "../render.tsx";
import { HardwareTestView } from "./hardware_result.tsx";
import { Picture } from "./picture.tsx";
import { ProfilePreview, type ProfilePreviewData } from "./profile_preview.tsx";
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
/** What the cells of a row say, without their markup. */
const row = (more: Partial<StreamDecision>): string[] =>
  [...renderView(VIEW, <StreamTable streams={[stream(more)]} />).matchAll(/<td[^>]*>(.*?)<\/td>/g)]
    .map(([, cell = ""]) => cell.replace(/<[^>]*>/g, "").trim());

for (
  const [name, more, wanted] of [
    ["a sound", { channels: 6, language: "eng", title: "Main" }, [
      "1",
      "Audio",
      "ac3 · 5.1 · eng · “Main”",
      "Kept as it is",
      "fits",
    ]],
    ["a picture", { type: "video", codec: "hevc", width: 3840, height: 2160, action: "encode" }, [
      "1",
      "Video",
      "hevc · 3840×2160",
      "Encoded",
      "fits",
    ]],
    ["a picture without a size", { type: "video", codec: "hevc", width: 0, height: 0 }, [
      "1",
      "Video",
      "hevc",
      "Kept as it is",
      "fits",
    ]],
    ["a subtitle that is burned in", { type: "subtitle", codec: "subrip", action: "burn" }, [
      "1",
      "Subtitle",
      "subrip",
      "Burned in",
      "fits",
    ]],
    ["one that is read", { type: "subtitle", codec: "dvd_subtitle", action: "ocr" }, [
      "1",
      "Subtitle",
      "dvd_subtitle",
      "Read as text",
      "fits",
    ]],
    ["data that is left out", { index: 0, type: "data", codec: "bin_data", action: "drop", why: "" }, [
      "0",
      "Data",
      "bin_data",
      "Left out",
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
) Deno.test(`StreamTable calls ${channels} channels "${wanted}"`, () => is(row({ channels })[2], `ac3 · ${wanted}`));

Deno.test("StreamTable: titles and reasons full of markup stay text", () => {
  const odd = "<script>alert(1)</script>";
  const html = renderView(
    VIEW,
    <StreamTable streams={[stream({ title: odd, why: odd, codec: odd, language: odd })]} />,
  );
  doesNotMatch(html, /<script/);
  is(html.match(/&lt;script>/g)?.length, 4);
});

const preview = (more: Partial<ProfilePreviewData>): string =>
  renderView(VIEW, <ProfilePreview sample={false} summary={[]} warnings={[]} streams={[]} {...more} />);

Deno.test("ProfilePreview of nothing is nothing", () => is(preview({}), ""));

for (
  const [name, more, wanted] of [
    ["a problem in place of a command", { problem: "No encoder." }, /data-tone="bad".*No encoder\./],
    ["the command of a file", { command: "ffmpeg -i a" }, /<h2>Command<\/h2>.*ffmpeg -i a<\/pre>/],
    ["that the command is for no file of one's own", { command: "ffmpeg", sample: true }, /sample UHD remux/],
    ["the output's name beside the words", { summary: ["Encoded."], output: "/out/a.mkv" }, /Encoded\..*\/out\/a\.mkv/],
    ["rules in their order", { reasons: ["First.", "Second."] }, /<ol[^>]*><li>First\.<\/li><li>Second\.<\/li>/],
    ["warnings", { warnings: ["Careful."] }, /data-tone="warn".*Careful\./],
    ["streams", { streams: [stream()] }, /<summary>Every stream<\/summary>/],
  ] as [string, Partial<ProfilePreviewData>, RegExp][]
) Deno.test(`ProfilePreview shows ${name}`, () => match(preview(more), wanted));

Deno.test("ProfilePreview: a command full of markup stays text", () => {
  doesNotMatch(preview({ command: "ffmpeg -i '</pre><script>'", summary: ["<b>"], output: "<i>" }), /<script|<b>|<i>/);
});

const TRIAL: TestResult = {
  ok: true,
  method: "vaapi",
  encoder: "hevc_vaapi",
  fps: 212,
  durationMs: 900,
  command: "",
  log: [],
};
const hardware = (more: Partial<TestResult>): string =>
  renderView(
    VIEW,
    <HardwareTestView result={{ ...TRIAL, ...more }} />,
  );

Deno.test("HardwareTestView tells the speed of what works, and the reason of what does not", () => {
  match(hardware({}), /data-tone="info".*hevc_vaapi works: 212 frames a second/);
  const failed = hardware({ ok: false, error: "No device <0>", note: "Join the group render." });
  match(failed, /data-tone="bad".*No device &lt;0>.*Join the group render\./);
  doesNotMatch(failed, /works|<details/);
});

Deno.test("HardwareTestView shows command and log together", () => {
  match(hardware({ command: "ffmpeg -v", log: ["one", "two"] }), />ffmpeg -v\none\ntwo<\/pre>/);
});

Deno.test("Picture asks our own cache, with the whole address as one value", () => {
  const html = renderView(VIEW, <Picture url="https://example.org/a b?x=1&y=2#z" width={10} height={20} />);
  const src = /src="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  is(new URL(src, "http://localhost").searchParams.get("url"), "https://example.org/a b?x=1&y=2#z");
  match(src, /^\/lathe\/api\/image\?/);
});

Deno.test("Picture without an address asks for none", () => {
  for (const url of [undefined, ""]) {
    doesNotMatch(renderView(VIEW, <Picture url={url} width={10} height={20} />), /<img|src=/);
  }
});
