import { equal } from "node:assert/strict";
import { isCommentaryTitle, isForcedTitle, isHearingImpairedTitle, isVisuallyImpairedTitle } from "./track_words.ts";

const JUDGES = {
  commentary: isCommentaryTitle,
  "hearing impaired": isHearingImpairedTitle,
  forced: isForcedTitle,
  "visually impaired": isVisuallyImpairedTitle,
};
type Purpose = keyof typeof JUDGES;

for (
  const [title, ...purposes] of [
    ["Director's Commentary", "commentary"],
    ["COMMENTARIES WITH CAST", "commentary"],
    ["Audiokommentar von Wim Wenders", "commentary"],
    ["Commentaire audio", "commentary"],
    ["Comentario del director", "commentary"],
    ["Комментарий режиссёра", "commentary"],
    ["オーディオコメンタリー", "commentary"],
    ["导演评论", "commentary"],
    ["English SDH", "hearing impaired"],
    ["eng (sdh)", "hearing impaired"],
    ["English [CC]", "hearing impaired"],
    ["Closed Captions", "hearing impaired"],
    ["Deutsch für Hörgeschädigte", "hearing impaired"],
    ["Sous-titres malentendants", "hearing impaired"],
    ["Forced", "forced"],
    ["Français (Forcés)", "forced"],
    ["Français (Forcé)", "forced"],
    ["Forcée", "forced"],
    ["Deutsch erzwungen", "forced"],
    ["Español forzados", "forced"],
    ["日本語 強制", "forced"],
    ["Audio Description", "visually impaired"],
    ["Descriptive Audio 2.0", "visually impaired"],
    ["Hörfilmfassung", "visually impaired"],
    ["For the blind and visually impaired", "visually impaired"],
    ["English Forced SDH", "forced", "hearing impaired"],
    ["Commentary (CC)", "commentary", "hearing impaired"],
    // In these names, a keyword is only part of a word, or is negated.
    ["Reinforced concrete"],
    ["Enforced"],
    ["English (Non-Forced)"],
    ["English, not forced"],
    ["Forcément"],
    ["The Force Awakens"],
    ["Accent"],
    ["Success"],
    ["HDSDHX"],
    ["Stereo"],
    ["English 5.1"],
    ["Unforced"],
    [""],
    [" \u202Eydnats "],
    ["\uD83D"],
  ] as [string, ...Purpose[]][]
) {
  Deno.test(`the title ${JSON.stringify(title)} means ${purposes.join(" and ") || "nothing"}`, () => {
    for (const [purpose, judge] of Object.entries(JUDGES) as [Purpose, (title: string) => boolean][]) {
      equal(judge(title), purposes.includes(purpose), purpose);
    }
  });
}

Deno.test("a track without a title has no purpose", () => {
  for (const judge of Object.values(JUDGES)) equal(judge(undefined), false);
});

Deno.test("a title has the same result every time it is analysed", () => {
  for (const title of ["Commentary", "Stereo"]) {
    const first = isCommentaryTitle(title);
    for (let i = 0; i < 3; i++) equal(isCommentaryTitle(title), first);
  }
});
