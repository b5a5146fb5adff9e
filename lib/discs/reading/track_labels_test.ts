import { deepStrictEqual as same } from "node:assert/strict";
import type { DiscAudio, DiscSubtitle } from "../model.ts";
import { audioTrack, subtitleTrack } from "./track_labels.ts";

const audio = (more: Partial<DiscAudio>) => {
  const { language, languageName, label } = audioTrack(
    { codec: "ac3", commentary: false, visuallyImpaired: false, ...more } as DiscAudio,
    0,
  );
  return [language, languageName, label];
};
const subtitle = (more: Partial<DiscSubtitle>) => {
  const { language, languageName, label } = subtitleTrack(
    { codec: "pgs", forced: false, hearingImpaired: false, commentary: false, ...more } as DiscSubtitle,
    0,
  );
  return [language, languageName, label];
};

Deno.test("a track is labelled with its language, codec, channels and kind; an unknown language has no name", () => {
  same(audio({ language: "eng", channels: 6 }), ["eng", "English", "English AC-3 5.1"]);
  same(audio({ language: "deu", channels: 2, commentary: true }), ["deu", "German", "German AC-3 2.0 (commentary)"]);
  same(audio({ channels: 8, codec: "truehd" }), ["und", undefined, "Unknown language TrueHD 7.1"]);
  same(subtitle({ language: "eng", forced: true }), ["eng", "English", "English PGS (forced)"]);
  same(subtitle({}), ["und", undefined, "Unknown language PGS"]);
});
