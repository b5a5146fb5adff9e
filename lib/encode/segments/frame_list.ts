import * as z from "zod";
import type { StallLimit } from "../../kit/process/stall_watch.ts";
import { eachProbeLine } from "../../media/probe/probe_lines.ts";
import type { FrameList, TimeBase } from "./model.ts";

/** Stream and file to read, and the ffprobe to use. */
export interface FrameListOptions {
  ffprobePath: string;
  path: string;
  index: number;
  signal?: AbortSignal;
  stall?: StallLimit;
}

/** List of the frames, or the reason why the video cannot be split. */
export type FrameListResult = { list: FrameList } | { unfit: string };

/** Reads the presentation time of every frame without decoding. Throws `JobFailure` `unreadable` or `stalled`. */
export async function readFrameList(options: FrameListOptions): Promise<FrameListResult> {
  const { index, ...file } = options;
  const reader = frameReader();
  await eachProbeLine({
    ...file,
    args: [
      ...["-select_streams", String(index)],
      ...["-show_entries", "packet=pts,flags:stream=time_base:format=start_time", "-of", "compact=nk=0"],
    ],
    onLine: reader.add,
    failure: "unreadable",
  });
  return reader.end();
}

const Ratio = z.string().regex(/^\d+\/\d+$/).transform((text): TimeBase => {
  const [numerator = 0, denominator = 0] = text.split("/").map(Number);
  return [numerator, denominator];
}).refine(([numerator, denominator]) => numerator > 0 && denominator > 0);

/** Combines ffprobe's output lines (`section|key=value|…`) into a list. */
export function frameReader(): { add(line: string): void; end(): FrameListResult } {
  const times: number[] = [];
  const keys: number[] = [];
  let timeBase: TimeBase | undefined;
  let startMicroseconds = 0;
  let untimed = 0;
  return {
    add(line) {
      const [section, ...fields] = line.split("|");
      const values = new Map(
        fields.map((field) => [field.slice(0, field.indexOf("=")), field.slice(field.indexOf("=") + 1)]),
      );
      if (section === "stream") timeBase = Ratio.safeParse(values.get("time_base")).data;
      if (section === "format") startMicroseconds = Math.round(Number(values.get("start_time") ?? 0) * 1e6) || 0;
      if (section !== "packet") return;
      const flags = values.get("flags") ?? "";
      // Edit lists of MP4 mark frames that are decoded but not shown.
      if (flags.includes("D")) return;
      const time = Number(values.get("pts") ?? NaN);
      if (!Number.isSafeInteger(time)) untimed++;
      else {
        times.push(time);
        if (flags.startsWith("K")) keys.push(time);
      }
    },
    end() {
      if (timeBase === undefined) return { unfit: "the file specifies no time base" };
      if (untimed > 0) return { unfit: `${untimed} frames have no timestamp` };
      times.sort((a, b) => a - b);
      keys.sort((a, b) => a - b);
      if (times.some((time, i) => time === times[i - 1])) return { unfit: "frames share timestamps" };
      return { list: { timeBase, startMicroseconds, times, keys } };
    },
  };
}
