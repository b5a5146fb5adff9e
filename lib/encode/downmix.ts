import type { AudioStream } from "../media/model.ts";
import type { AudioPlan } from "./model.ts";

/**
 * Surround to stereo with the centre as loud as the fronts, where ITU-R BS.775 takes it 3 dB down: speech stays clear on
 * small speakers. The factors of a side add up to one, so nothing clips. The low-frequency channel is left out, as in BS.775.
 */
const MATRICES: Readonly<Record<string, string>> = {
  "5.1": "FL=0.37*FL+0.37*FC+0.26*BL|FR=0.37*FR+0.37*FC+0.26*BR",
  "5.1(side)": "FL=0.37*FL+0.37*FC+0.26*SL|FR=0.37*FR+0.37*FC+0.26*SR",
  "7.1": "FL=0.294*FL+0.294*FC+0.206*BL+0.206*SL|FR=0.294*FR+0.294*FC+0.206*BR+0.206*SR",
};

/** The filter that mixes a stream down to stereo; undefined where ffmpeg's own mix is as good. */
export function stereoDownmix({ channels }: AudioPlan, { layout }: Pick<AudioStream, "layout">): string | undefined {
  const matrix = channels === 2 && layout !== undefined ? MATRICES[layout] : undefined;
  return matrix && `pan=stereo|${matrix}`;
}
