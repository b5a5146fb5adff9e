import { doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import { renderView } from "../render.tsx";
import { ProfilePreview, type ProfilePreviewData } from "./profile_preview.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const STREAM = { index: 1, type: "audio", codec: "ac3", action: "copy", why: "fits" } as const;

const preview = (more: Partial<ProfilePreviewData>): string =>
  renderView(VIEW, <ProfilePreview sample={false} summary={[]} warnings={[]} streams={[]} {...more} />);

Deno.test("ProfilePreview of nothing is nothing", () => is(preview({}), ""));

for (
  const [name, more, wanted] of [
    ["a problem in place of a command", { problem: "No encoder." }, /data-tone="bad".*No encoder\./],
    ["the command of a file", { command: "ffmpeg -i a" }, /<h2>Command<\/h2>.*ffmpeg -i a<\/pre>/],
    ["that the command is for no file of one's own", { command: "ffmpeg", sample: true }, /sample file/],
    ["the output's name beside the words", { summary: ["Encoded."], output: "/out/a.mkv" }, /Encoded\..*\/out\/a\.mkv/],
    ["rules in their order", { reasons: ["First.", "Second."] }, /<ol[^>]*><li>First\.<\/li><li>Second\.<\/li>/],
    ["warnings", { warnings: ["Careful."] }, /data-tone="warn".*Careful\./],
    ["streams", { streams: [STREAM] }, /<summary>All streams<\/summary>/],
  ] as [string, Partial<ProfilePreviewData>, RegExp][]
) Deno.test(`ProfilePreview shows ${name}`, () => match(preview(more), wanted));

Deno.test("ProfilePreview: a command full of markup stays text", () => {
  doesNotMatch(preview({ command: "ffmpeg -i '</pre><script>'", summary: ["<b>"], output: "<i>" }), /<script|<b>|<i>/);
});
