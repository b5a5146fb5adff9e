import { TONE_STEPS, type ToneSums } from "./frame_features.ts";
import { VIDEO_LIMITS, type VideoFault, type VideoFaultKind, type VideoLimits } from "./video_fault.ts";

/** Returns faults of tone, colour and sharpness over all pairs. Requires a few frames. */
export function toneFaults(sums: ToneSums, drawnOver: boolean, limits: VideoLimits = VIDEO_LIMITS): VideoFault[] {
  const faults: VideoFault[] = [];
  const fault = (kind: VideoFaultKind, detail: string) => faults.push({ kind, fromSeconds: 0, toSeconds: 0, detail });
  const least = sums.cells * 0.03;
  for (let step = 0; step < TONE_STEPS; step++) {
    const count = sums.counts[step] ?? 0;
    const mean = (sums.differences[step] ?? 0) / Math.max(1, count);
    if (count < Math.max(200, least) || Math.abs(mean) <= limits.tone) continue;
    fault(
      "tone",
      `brightness around ${step * 16 + 8} of 255 is ${Math.abs(mean).toFixed(0)} ${mean > 0 ? "too high" : "too low"}`,
    );
    break;
  }
  if (drawnOver) return faults;
  const light = sums.differences.reduce((sum, one) => sum + one, 0) / Math.max(1, sums.cells);
  if (faults.length === 0 && Math.abs(light) > limits.light) {
    fault("tone", `it is ${Math.abs(light).toFixed(1)} levels of 255 ${light > 0 ? "too bright" : "too dark"}`);
  }
  const energy = sums.energy / Math.max(1, sums.cells);
  const gain = sums.projection / Math.max(1, sums.energy);
  const hue = sums.turned / Math.max(1, sums.energy);
  const [u, v] = [sums.offsetU / Math.max(1, sums.cells), sums.offsetV / Math.max(1, sums.cells)];
  if (energy > 16 && (gain < limits.chromaGain[0] || gain > limits.chromaGain[1])) {
    fault("colour", `the colour saturation is ${Math.round(gain * 100)} % of the source's`);
  } else if (energy > 16 && Math.abs(hue) > limits.hue) fault("colour", "the hue is shifted");
  else if (Math.max(Math.abs(u), Math.abs(v)) > limits.chromaOffset) fault("colour", "the video is tinted");
  const edges = sums.edgeProduct / Math.max(1, sums.edgeEnergy);
  if (sums.edges > 2000 && edges < limits.edges) {
    fault("blurred", `the edge contrast is ${Math.round(edges * 100)} % of the source's`);
  }
  const [own, made] = [sums.smoothSource, sums.smoothResult].map((sum) => Math.sqrt(sum / Math.max(1, sums.smooth)));
  if (
    own !== undefined && made !== undefined && sums.smooth > 20_000 && made > limits.noise * own + limits.noiseLevels
  ) {
    fault("noisy", `smooth areas vary by ${made.toFixed(1)} levels, but by ${own.toFixed(1)} in the source`);
  }
  return faults;
}
