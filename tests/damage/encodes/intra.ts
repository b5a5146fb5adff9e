import type { EncodeSpec } from "./encode.ts";
import { AC3, FAST_X264, FAST_X265, film, SCENES } from "./parts.ts";

/** Encodes of four-minute sources in which every frame is a keyframe, as from cameras, editing programs and archives. */

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
};
