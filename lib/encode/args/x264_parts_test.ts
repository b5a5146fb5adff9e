import { deepStrictEqual as same } from "node:assert/strict";
import { decide, film } from "../../../tests/fixtures/plans.ts";
import { videoArgs } from "./video_args.ts";

/** Returns the x264 parameters for the whole movie and for a segment of it. */
function told(video: Record<string, unknown>): (string[] | undefined)[] {
  const { video: decided } = decide({ video: { encoder: "libx264", preset: "slow", quality: 20, ...video } }, film({}));
  return [false, true].map((isPart) => {
    const args = decided ? videoArgs(decided, { isPart, timing: { container: "mkv" } }) : [];
    return args.flatMap((arg, i) => arg === "-x264-params" ? args[i + 1]?.split(":") ?? [] : []);
  });
}

const ZONE = "zones=0,0,b=1.4";

for (
  const [name, video, whole, part] of [
    ["of a film", {}, [], [ZONE]],
    ["of a film with grain", { tune: "grain" }, [], ["zones=0,0,b=1.1"]],
    ["with options of a profile", { extraArgs: "-x264-params aq-mode=3:rc-lookahead=50" }, [
      "aq-mode=3",
      "rc-lookahead=50",
    ], [ZONE, "aq-mode=3", "rc-lookahead=50"]],
    ["whose profile sets the ratio", { extraArgs: "-x264-params aq-mode=3:ipratio=1.2" }, [
      "aq-mode=3",
      "ipratio=1.2",
    ], ["aq-mode=3", "ipratio=1.2"]],
    ["whose profile sets the ratio otherwise", { extraArgs: "-x264opts ipratio=1.2" }, [], []],
    ["by another encoder", { encoder: "libx265" }, [], []],
  ] as const
) {
  Deno.test(`the first frame of a segment is as good as a keyframe within the movie: ${name}`, () => {
    same(told(video), [[...whole], [...part]]);
  });
}
