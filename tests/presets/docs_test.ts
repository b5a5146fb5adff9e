import { deepEqual, ok } from "node:assert/strict";
import { runProcess } from "../../lib/kit/process/process.ts";
import { allPresets } from "../../lib/encode/profiles/presets.ts";
import { allSmartPresets } from "../../lib/encode/profiles/smart/presets.ts";
import { tools } from "../fixtures/encode.ts";

/** `docs/presets.md` has exactly one section for each built-in profile, named by its ID. */

const DOCUMENT = await Deno.readTextFile(new URL("../../docs/presets.md", import.meta.url));
const SECTIONS = new Map(
  [...DOCUMENT.matchAll(/^### .*\(`(builtin-[a-z0-9-]+)`\)\n([\s\S]*?)(?=^#|(?![\s\S]))/gm)].map((
    [, id = "", text = ""],
  ) => [id, text]),
);

Deno.test("every built-in profile has its section and every section a profile", () => {
  const ids = [...allPresets(), ...allSmartPresets()].map(({ id }) => id);
  deepEqual([...SECTIONS.keys()].sort(), ids.sort());
});

for (const { id, name, video } of allPresets()) {
  Deno.test(`the section of ${id} names the profile and gives a reason for each extra parameter`, () => {
    const text = SECTIONS.get(id) ?? "";
    ok(DOCUMENT.includes(`### ${name} (\`${id}\`)`), name);
    ok(text.trim().length > 40, "a reason takes more words");
    for (const parameter of video.extraArgs.split(/[\s:]+/).filter((word) => /^[a-z][a-z-]*=/.test(word))) {
      ok(DOCUMENT.includes(`\`${parameter}\``), `${parameter} is not explained`);
    }
  });
}

Deno.test("the document names the release of ffmpeg in use", async () => {
  const version = await runProcess({ path: tools.ffmpegPath, args: ["-version"], timeoutMs: 10_000 });
  const ffmpeg = /^ffmpeg version (\S+)/.exec(new TextDecoder().decode(version.stdout))?.[1] ?? "";
  const series = /^\d+\.\d+/.exec(ffmpeg)?.[0] ?? "?";
  ok(DOCUMENT.includes(`ffmpeg ${series}`), ffmpeg);
});
