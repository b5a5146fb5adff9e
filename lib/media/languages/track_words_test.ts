import { equal } from "node:assert/strict";
import { saysCommentary, saysForced, saysHearingImpaired, saysVisuallyImpaired } from "./track_words.ts";

for (
  const [title, forced] of [
    ["Forced", true],
    ["English [Forced]", true],
    ["Deutsch erzwungen", true],
    ["Erzwungene Untertitel", true],
    ["Français (forcé)", true],
    ["Français forcé", true],
    ["Forcés", true],
    ["forcée", true],
    ["Español forzado", true],
    ["Forzati", true],
    ["強制", true],
    ["日本語強制字幕", true],
    ["Reinforced", false],
    ["Forcément", false],
    ["The Force Awakens", false],
    ["Full", false],
    ["", false],
    [undefined, false],
  ] as const
) Deno.test(`the title ${title} says forced: ${forced}`, () => equal(saysForced(title), forced));

for (
  const [says, title] of [
    [saysCommentary, "Director's Commentary"],
    [saysCommentary, "Audiokommentar"],
    [saysCommentary, "コメンタリー"],
    [saysHearingImpaired, "English SDH"],
    [saysHearingImpaired, "Deutsch für Hörgeschädigte"],
    [saysVisuallyImpaired, "Hörfilmfassung"],
    [saysVisuallyImpaired, "Audio Description"],
  ] as const
) Deno.test(`${says.name} of ${title}`, () => equal(says(title), true));

Deno.test("a track without a title says nothing", () => {
  for (const says of [saysCommentary, saysForced, saysHearingImpaired, saysVisuallyImpaired]) {
    equal(says(undefined), false);
  }
});
