import { basename } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { duration } from "../../kit/format.ts";
import type { Probe } from "../../media/probe/model.ts";

/** Sources that no profile can do right, refused before anything is encoded. */

/** Throws `JobFailure` `invalid_plan` with what to do about it. Pure. */
export function refuseSource(probe: Probe): void {
  refuseDiscs(probe.path);
  refuseJoined(probe);
}

/** Images and the parts of a DVD are many films, menus and fragments; ffmpeg would take the first for all. */
function refuseDiscs(path: string): void {
  const name = basename(path);
  if (!/\.(?:iso|img)$|^(?:VIDEO_TS|VTS_\d{2}_\d)\.(?:VOB|IFO|BUP)$/i.test(name)) return;
  throw new JobFailure(
    "invalid_plan",
    `${name} is a disc or a part of one, not a film: open it under Discs and rip a title.`,
  );
}

/** Sound alone must not take the place of a film whose picture was not understood. */
export function refuseUnreadable({ streams }: Probe): void {
  const unread = streams.find((stream) => stream.kind === "data" && stream.picture);
  if (!unread) return;
  throw new JobFailure("invalid_plan", `The picture (stream ${unread.index}, ${unread.codec}) cannot be read.`);
}

/** A command that gives all streams one clock, as ffmpeg makes it. */
function oneClock(name: string, format: string): string {
  const streams = format === "mpeg" ? "-map 0:v -map 0:a? -map 0:s? -c copy joined.mkv" : "-map 0 -c copy joined.ts";
  return `ffmpeg -fflags +genpts -i "${name}" ${streams}`;
}

/** Length, places and times of such a file mean nothing. */
function refuseJoined({ path, format, clockJump, joined }: Probe): void {
  const name = basename(path);
  if (joined) {
    const text = `${name} is two recordings joined into one file: only the first one would be read. Join them with a ` +
      "program that knows the format, such as mkvmerge, or split the file, and encode the result.";
    throw new JobFailure("invalid_plan", text);
  }
  if (!clockJump) return;
  const { afterSeconds, bySeconds } = clockJump;
  const where = duration(afterSeconds);
  const what = bySeconds < 0
    ? `is two recordings joined into one file: its time stamps start again after ${where}.`
    : `has a gap of ${
      duration(bySeconds)
    } in its time stamps after ${where}, as two recordings joined into one file have.`;
  throw new JobFailure(
    "invalid_plan",
    `${name} ${what} Give it one clock first, for example with: ${oneClock(name, format)}`,
  );
}
