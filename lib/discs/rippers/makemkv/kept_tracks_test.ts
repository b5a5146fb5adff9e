import { deepStrictEqual as same, match } from "node:assert/strict";
import * as fc from "fast-check";
import type { MuxTrack } from "../mux/identify.ts";
import { type StreamFacts } from "../verify/stream_facts.ts";
import { titleFaults } from "../verify/title_faults.ts";
import type { ListedStream } from "./disc_titles.ts";
import { keptTracks } from "./kept_tracks.ts";

const listed = (codecId: string, index: number, kind: "audio" | "subtitles" = "audio"): ListedStream => ({
  ...{ kind, codecId, language: "eng", index },
});
const found = (codecId: string, id: number, kind: "audio" | "subtitles" = "audio"): MuxTrack => ({
  ...{ id, kind, codec: codecId, codecId, language: "eng" },
});

Deno.test("keptTracks() keeps an audio track that MakeMKV converted", () => {
  const keeping = keptTracks([listed("A_AC3", 0)], [found("A_FLAC", 1)], { audio: [0], subtitles: [] });
  same(keeping, {
    missing: { audio: [0], subtitles: [] },
    unrecognised: { audio: 1, subtitles: 0 },
  });
});

Deno.test("keptTracks() removes recognised tracks that are not selected, and keeps unrecognised ones beside them", () => {
  const streams = [listed("A_AC3", 0), listed("A_DTS", 1), listed("S_HDMV/PGS", 0, "subtitles")];
  const tracks = [found("A_AC3", 1), found("A_FLAC", 2), found("S_TEXT/UTF8", 3, "subtitles")];
  const { keep, unrecognised } = keptTracks(streams, tracks, { audio: [1], subtitles: [] });
  same(keep, { audio: [2], subtitles: [3] });
  same(unrecognised, { audio: 1, subtitles: 1 });
});

Deno.test("keptTracks() removes only tracks of streams that were not selected", () => {
  const codec = fc.constantFrom("A_AC3", "A_DTS", "A_FLAC", "A_PCM/INT/LIT", "");
  fc.assert(fc.property(fc.array(codec, { maxLength: 5 }), fc.array(codec, { maxLength: 5 }), (disc, file) => {
    const tracks = file.map((codecId, i) => found(codecId, i + 1));
    const streams = disc.map((codecId, i) => listed(codecId, i));
    const { keep, missing, unrecognised } = keptTracks(streams, tracks, {
      audio: disc.map((_, i) => i),
      subtitles: [],
    });
    same(keep, undefined);
    same(file.length, disc.length - missing.audio.length + unrecognised.audio);
  }));
});

const copy = { title: { durationSeconds: 10 }, audio: [0], subtitles: [], name: "" } as unknown as Parameters<
  typeof titleFaults
>[1];
const stream = (kind: string, packets = 9): StreamFacts => ({ kind, packets, start: 0, end: 10 });
const missing = { audio: [0], subtitles: [] };

Deno.test("titleFaults() accepts unrecognised audio tracks in place of missing ones", () => {
  const facts = { streams: [stream("video"), stream("audio")], errors: [] };
  same(titleFaults(facts, copy, { missing, unrecognised: { audio: 1, subtitles: 0 } }), []);
});

Deno.test("titleFaults() refuses a silent copy of a title that has audio, whatever tracks are missing", () => {
  for (const streams of [[stream("video")], [stream("video"), stream("audio", 0)]]) {
    for (const unrecognised of [undefined, { audio: 0, subtitles: 0 }, { audio: 1, subtitles: 0 }]) {
      const [fault = ""] = titleFaults({ streams, errors: [] }, copy, { missing, unrecognised });
      match(fault, /no audio/);
    }
  }
});

Deno.test("titleFaults() accepts a silent copy of a title without audio", () => {
  const none = { missing: { audio: [], subtitles: [] } };
  same(titleFaults({ streams: [stream("video")], errors: [] }, { ...copy, audio: [] }, none), []);
});
