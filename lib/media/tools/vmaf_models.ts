import { runProcess } from "../../kit/process/process.ts";

/** A model that libvmaf may contain, and the video for which it is made. */
interface VmafModel {
  /** Name of the model in libvmaf. */
  name: string;
  /** True for a model made for frames of 2160 lines. Other models assume 1080. */
  uhd: boolean;
  /** True for a model made for 50 or 60 frames per second. */
  highRate?: true;
  /** Generation 1 (2026) also detects banding and chroma errors, and expects SDR with 10 bits. */
  generation: 0 | 1;
}

/**
 * Models in order of preference (https://github.com/Netflix/vmaf/tree/master/model). The models for phones are omitted,
 * because they ignore errors that are visible on a television.
 */
const VMAF_MODELS: readonly VmafModel[] = [
  { name: "vmaf_v1.0.16_hfr_1d5h_2160", uhd: true, highRate: true, generation: 1 },
  { name: "vmaf_v1.0.16_hfr_3d0h", uhd: false, highRate: true, generation: 1 },
  { name: "vmaf_v1.0.16_1d5h_2160", uhd: true, generation: 1 },
  { name: "vmaf_v1.0.16_3d0h", uhd: false, generation: 1 },
  { name: "vmaf_4k_v0.6.1", uhd: true, generation: 0 },
  { name: "vmaf_v0.6.1", uhd: false, generation: 0 },
];

/** Returns the generation of a model. Scores of different generations cannot be compared. */
export const generationOf = (name: string): 0 | 1 => VMAF_MODELS.find((model) => model.name === name)?.generation ?? 0;

/** Properties of a video that determine its model. */
export interface ModelledVideo {
  height: number;
  fps: number;
  hdr: boolean;
}

const MIN_UHD_HEIGHT = 1440;
const MIN_HIGH_RATE = 45;

/** Returns the best of the available models for a video. Undefined if none is available. Pure. */
export function chooseVmafModel(available: readonly string[], { height, fps, hdr }: ModelledVideo): string | undefined {
  const uhd = height > MIN_UHD_HEIGHT;
  const usable = VMAF_MODELS.filter(({ name, highRate }) =>
    available.includes(name) && (highRate === undefined || fps >= MIN_HIGH_RATE)
  );
  // Generation 0 is preferred for HDR, because generation 1 interprets the values as SDR when it detects banding.
  const order = hdr ? usable.toSorted((a, b) => a.generation - b.generation) : usable;
  return (order.find((model) => model.uhd === uhd) ?? order[0])?.name;
}

const TRIAL_MS = 10_000;

/**
 * Returns the models that this ffmpeg can use. libvmaf may have been built without its models, or lack a feature that a
 * model needs, so each model is tried on one frame.
 */
export async function readVmafModels(ffmpegPath: string): Promise<string[]> {
  const usable = await Promise.all(VMAF_MODELS.map(async ({ name, generation }) => {
    const frame = ["-f", "lavfi", "-i", "color=s=640x360:r=25:d=0.04"];
    const format = generation === 1 ? "yuv420p10le" : "yuv420p";
    const graph = `[0:v]format=${format}[a];[1:v]format=${format}[b];[a][b]libvmaf=model=version=${name}[out]`;
    const { code } = await runProcess({
      path: ffmpegPath,
      args: [
        ...["-hide_banner", "-nostdin", "-v", "error", ...frame, ...frame],
        ...["-filter_complex", graph, "-map", "[out]", "-f", "null", "-"],
      ],
      timeoutMs: TRIAL_MS,
    });
    return code === 0 ? [name] : [];
  }));
  return usable.flat();
}
