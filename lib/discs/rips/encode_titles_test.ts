import { strictEqual as is, throws } from "node:assert/strict";
import { Fault } from "../../kit/fault.ts";
import { Settings } from "../../platform/settings/schema.ts";
import type { RipMedia } from "../rip_schema.ts";
import { profileOf } from "./encode_titles.ts";

const ALL = { movie: "film", tv: "show", anime: "anime", music: "music" };

/** Returns the profile chosen for a disc with these properties. */
function chosen(media: Partial<RipMedia>, { profiles = ALL, profileId }: {
  profiles?: Partial<typeof ALL>;
  profileId?: string;
} = {}): string {
  const defaultProfiles = { movie: "", tv: "", anime: "", music: "", ...profiles };
  const settings = Settings.parse({ defaultProfiles });
  type Args = Parameters<typeof profileOf>;
  return profileOf(
    { settings: { current: () => settings } } as Args[0],
    { media: { kind: "movie", title: "x", genres: [], confidence: 100, ...media }, profileId } as Args[1],
  );
}

for (
  const [name, media, options, wanted] of [
    ["a film", {}, {}, "film"],
    ["an anime film", { matchedBy: "animedb" }, {}, "anime"],
    ["an anime film without a profile for anime", { matchedBy: "animedb" }, { profiles: { movie: "film" } }, "film"],
    ["a series", { kind: "series" }, {}, "show"],
    ["an anime series, whoever matched it", { kind: "series", seriesType: "anime", matchedBy: "library" }, {}, "anime"],
    [
      "an anime series without a profile for anime",
      { kind: "series", seriesType: "anime" },
      { profiles: { tv: "show" } },
      "show",
    ],
    ["an album", { kind: "album" }, {}, "music"],
    ["what a person chose", { matchedBy: "animedb" }, { profileId: "mine" }, "mine"],
  ] as [string, Partial<RipMedia>, Parameters<typeof chosen>[1], string][]
) Deno.test(`the encode profile of a disc: ${name}`, () => is(chosen(media, options), wanted));

Deno.test("a disc without any profile is refused", () => {
  throws(() => chosen({}, { profiles: {} }), (error) => error instanceof Fault && error.code === "no_profile");
});
