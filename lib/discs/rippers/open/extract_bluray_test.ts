import { deepStrictEqual as same } from "node:assert/strict";
import type { PreparedTrack } from "../../bluray/extract/prepare.ts";
import type { DiscAudio, DiscSubtitle } from "../../model.ts";
import { audioTrack, subtitleTrack } from "../../reading/track_labels.ts";
import { discTitle } from "../../../../tests/fixtures/discs/rips_world.ts";
import { identified } from "../mux/identify.ts";
import { placeTracks } from "./extract_bluray.ts";

/** Parsed output of `mkvmerge -J` for a transport stream. */
const found = (tracks: [id: number, type: string, codec: string, pid: number][]) =>
  identified(JSON.stringify({
    container: { recognized: true },
    tracks: tracks.map(([id, type, codec, pid]) => ({ id, type, codec, properties: { stream_id: pid } })),
  })) ?? [];

const AUDIO: DiscAudio[] = [
  { streamId: 0x1100, codec: "truehd", language: "eng", commentary: false, visuallyImpaired: false },
  { streamId: 0x1101, codec: "ac3", language: "deu", commentary: false, visuallyImpaired: false },
];
const SUBTITLES: DiscSubtitle[] = [0x1200, 0x1201].map((streamId) => ({
  ...{ streamId, codec: "pgs", language: "fra" },
  ...{ forced: false, hearingImpaired: false, commentary: false },
}));
const VIDEO: PreparedTrack[] = [{ pid: 0x1011, kind: "video", codec: "h264" }];

const title = discTitle(0, {
  audioTracks: AUDIO.map(audioTrack),
  subtitleTracks: SUBTITLES.map(subtitleTrack),
});
const place = (mkvmerge: ReturnType<typeof found>, audio: number[], subtitles: number[]) => {
  const log: string[] = [];
  const { tracks, missing } = placeTracks(
    { audio: AUDIO, subtitles: SUBTITLES },
    { title, audio, subtitles },
    { prepared: { tracks: VIDEO }, identified: mkvmerge, onLog: (line) => log.push(line) },
  );
  return { tracks: tracks.map(({ id, kind, language, isDefault }) => [id, kind, language, isDefault]), missing, log };
};

const STREAM = found([
  [0, "audio", "AC-3", 0x1101],
  [1, "video", "AVC/H.264/MPEG-4p10", 0x1011],
  [2, "audio", "AC-3", 0x1100],
  [3, "audio", "TrueHD Atmos", 0x1100],
  [4, "subtitles", "HDMV PGS", 0x1201],
]);

Deno.test("tracks are found by their PID, whatever their mkvmerge number, and the core of TrueHD is left out", () => {
  same(place(STREAM, [0, 1], [0, 1]), {
    tracks: [
      [1, "video", "und", true],
      [3, "audio", "eng", true],
      [0, "audio", "deu", false],
      [4, "subtitles", "fra", false],
    ],
    missing: { audio: [], subtitles: [0] },
    log: ["Subtitle track 1 was skipped: it is empty"],
  });
});

Deno.test("only selected tracks are written, and the first audio track is the default", () => {
  same(place(STREAM, [1], []).tracks, [[1, "video", "und", true], [0, "audio", "deu", true]]);
  same(place(STREAM, [], []).tracks, [[1, "video", "und", true]]);
});
