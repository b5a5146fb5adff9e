import { AAC, audio, video, X264 } from "./make.ts";
import { type Move, moveMatroskaTrack, moveTransportTrack } from "./moved_track.ts";
import { cue, type OddSource, plain, steps } from "./recipes.ts";

/** Files in which the timestamps of a single track restart or jump, while the other tracks continue. */

const TEXT = Array.from({ length: 11 }, (_, i) => cue(i + 1, at(i * 0.5 + 0.1), at(i * 0.5 + 0.4), `Line ${i + 1}`))
  .join("");

function at(seconds: number): string {
  return `00:00:0${seconds.toFixed(3).replace(".", ",")}`;
}

/**
 * Returns a source of six seconds with two audio tracks and subtitles, in which one track is moved. Track numbers start
 * at 1, PIDs at 256.
 */
const moved = (track: number, move: Move, seconds = 6): OddSource =>
  steps({ ...plain(6), seconds, audio: 2 }, async ({ ffmpeg, write, edit }, name) => {
    await write("t.srt", TEXT);
    const isTransport = name.endsWith(".ts");
    await ffmpeg(
      ...[...video(6), ...audio(6), ...audio(6, { hertz: 880 }), ...(isTransport ? [] : ["-i", "t.srt"])],
      ...["-map", "0", "-map", "1", "-map", "2", ...(isTransport ? [] : ["-map", "3", "-c:s", "srt"]), ...X264, ...AAC],
      name,
    );
    await edit(name, isTransport ? moveTransportTrack(255 + track, move) : moveMatroskaTrack(track, move));
  });

const RESTART = { fromSeconds: 3, bySeconds: -3 };
const BACK = { fromSeconds: 3, bySeconds: -0.8 };
const AHEAD = { fromSeconds: 3, bySeconds: 20 };

export const clocks: Record<string, OddSource> = {
  "video restarts.mkv": moved(1, RESTART),
  "sound restarts.mkv": moved(2, RESTART),
  "second sound restarts.mkv": moved(3, RESTART),
  "cues restart.mkv": moved(4, RESTART),
  "sound goes back.mkv": moved(2, BACK),
  "cues go back.mkv": moved(4, BACK),
  "sound jumps ahead.mkv": moved(2, AHEAD, 26),
  "cues jump ahead.mkv": moved(4, AHEAD, 25.4),
  "sound restarts.ts": moved(2, RESTART),
  "second sound restarts.ts": moved(3, RESTART),
  "sound goes back.ts": moved(2, BACK),
  "sound jumps ahead.ts": moved(2, AHEAD, 26),
  "second sound jumps far ahead.ts": moved(3, { fromSeconds: 3, bySeconds: 100 }),
  "video restarts.ts": moved(1, RESTART),
};
