import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { sampleProbe, sampleSdrProbe, sampleTrackProbe } from "../../../../lib/encode/sampling/sample.ts";
import { mainVideo } from "../../../../lib/media/probe/probe.ts";
import { allPresets } from "../../../../lib/encode/profiles/presets.ts";
import { allSmartPresets } from "../../../../lib/encode/profiles/smart/presets.ts";
import { kindOf, recommendedOf, type SourceKind } from "./recommended.ts";

const hd = sampleSdrProbe();
const dvd = {
  ...hd,
  streams: hd.streams.map((stream) =>
    stream === mainVideo(hd) ? { ...stream, codec: "mpeg2video", width: 720, height: 576 } : stream
  ),
};

for (
  const [name, probe, facts, wanted] of [
    ["a UHD remux", sampleProbe(), {}, "uhd"],
    ["a Blu-ray film", hd, {}, "movie"],
    ["an episode by its name", { ...hd, path: "/tv/Show/Show S01E02.mkv" }, {}, "series"],
    ["an episode by its manager", hd, { mediaType: "tv" }, "series"],
    ["anime by its manager, in 4K too", sampleProbe(), { mediaType: "tv", anime: true }, "anime"],
    ["a DVD", dvd, {}, "dvd"],
    ["a track", sampleTrackProbe(), {}, "music"],
  ] as const
) Deno.test(`kindOf() returns ${name}`, () => is(kindOf(probe, facts), wanted));

const offers = (...ids: string[]) => ids.map((id) => ({ profile: { id } }));
const idsOf = (kind: SourceKind, usable: { profile: { id: string } }[], defaultId = "builtin-movie-1080p") =>
  recommendedOf(usable, kind, defaultId).map(({ rank, offer }) => `${rank} ${offer.profile.id}`);

Deno.test("three profiles are shown first, and unusable ones are left out", () => {
  const all = offers("builtin-archive", "builtin-movie-1080p", "builtin-movie-av1", "mine");
  same(idsOf("movie", all), ["best builtin-archive", "balanced builtin-movie-1080p", "small builtin-movie-av1"]);
  same(idsOf("movie", all.slice(1)), ["balanced builtin-movie-1080p", "small builtin-movie-av1"]);
  same(idsOf("movie", []), []);
});

Deno.test("the default that people chose themselves is the one in the middle", () => {
  const all = offers("builtin-archive", "builtin-movie-1080p", "builtin-movie-av1", "mine");
  same(idsOf("movie", all, "mine")[1], "balanced mine");
  same(idsOf("movie", all, "not-usable")[1], "balanced builtin-movie-1080p");
});

Deno.test("every recommended preset exists", () => {
  const ids = [...allPresets(), ...allSmartPresets()].map(({ id }) => id);
  for (const kind of ["movie", "series", "anime", "uhd", "dvd", "music"] as const) {
    is(idsOf(kind, offers(...ids), "").length, 3, kind);
  }
});
