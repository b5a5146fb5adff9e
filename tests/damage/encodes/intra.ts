import type { EncodeSpec } from "./encode.ts";
import { AC3, FAST_X264, FAST_X265, film, SCENES } from "./parts.ts";

/**
 * Encodes of four-minute sources: interlaced sources, and sources in which every frame is a keyframe, as in files of
 * cameras, editing programs and archives.
 */

const EPISODE = film({ scenes: SCENES.episode, width: 192, height: 108 });
const INTRA_X265 = { ...FAST_X265, preset: "superfast" };
const INTRA_X264 = { ...FAST_X264, preset: "veryfast" };

const intra = (file: string, video: readonly string[], recipe: Record<string, unknown>, args = AC3): EncodeSpec => ({
  source: {
    file,
    film: EPISODE,
    seed: 31,
    video,
    tracks: [{ layout: "stereo", args, language: "eng" }],
  },
  recipe: { video: recipe, audio: { encoder: "libopus", bitrate: 128 } },
});

/** Returns an encode whose source has 25 interlaced frames per second. The result is progressive. */
const interlaced = (file: string, video: readonly string[], args: string[]): EncodeSpec => ({
  source: {
    file,
    film: film({ scenes: SCENES.episode, rate: "50", width: 176, height: 144 }),
    seed: 33,
    filters: "tinterlace=interleave_top,setfield=tff",
    video,
    tracks: [{ layout: "stereo", args, language: "eng" }],
  },
  recipe: { video: INTRA_X264, audio: { encoder: "libopus", bitrate: 128 } },
  options: { fields: { kind: "interlaced" } },
});

export const INTRA: Record<string, EncodeSpec> = {
  "intra x264": intra(
    "Camera (2019).mkv",
    ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-crf", "14", "-g", "1"],
    INTRA_X265,
  ),
  "ProRes": intra("Master (2020).mov", ["-c:v", "prores_ks", "-profile:v", "0"], INTRA_X264, ["pcm_s24le"]),
  "FFV1": intra("Archive (1988).mkv", ["-c:v", "ffv1", "-g", "1", "-pix_fmt", "yuv420p"], INTRA_X265),
  "MJPEG": intra("Compact camera (2008).avi", ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p"], INTRA_X264, [
    "pcm_s16le",
  ]),
  "interlaced intra": interlaced("Camcorder (1999).mov", ["-c:v", "prores_ks", "-profile:v", "0", "-flags", "+ildct"], [
    "pcm_s16le",
  ]),
  "interlaced DVD": interlaced(
    "Old Show - S01E02 - DVD.mkv",
    ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-q:v", "3", "-g", "12", "-bf", "2", "-pix_fmt", "yuv420p"],
    AC3,
  ),
};
