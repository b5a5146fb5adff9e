import { basename } from "node:path";
import { JobFailure } from "../../kit/fault.ts";
import { clockJumpOf } from "./details/clock_jumps.ts";
import { addSkipped } from "./details/edit_lists.ts";
import { packetTimes, softTelecine, someFrames, spacingVaries } from "./details/frames.ts";
import { addHeldFrame, mayHoldFrame } from "./details/held_frame.ts";
import { addCanvas } from "./details/dvb_canvas.ts";
import { containerFactsOf } from "./details/container_facts.ts";
import { addLateEnd } from "./details/late_end.ts";
import { addLayouts } from "./details/layouts.ts";
import { markStills, unstatedStills } from "./details/stills.ts";
import { trackJump } from "./details/track_clocks.ts";
import { chaptersOfCut, limitChapters, MORE_CHAPTERS } from "./long_answer.ts";
import type { Probe } from "./model.ts";
import { mainVideo, probeFromJson } from "./probe.ts";
import { ask, parse, type ProbeOptions, read } from "./run_ffprobe.ts";
import { sourceIdentity } from "./source.ts";

/** Probes a media file. Throws `JobFailure` `unreadable` or `source_missing`. Only opens regular files. */
export async function probeFile(path: string, options: ProbeOptions): Promise<Probe> {
  const { sizeBytes } = await sourceIdentity(path);
  const json = await rawProbe(path, options);
  options.onAnswer?.(json);
  const first = parse(path, () => probeFromJson(path, sizeBytes, json));
  if (!first.streams.some((stream) => stream.kind !== "data" && stream.kind !== "attachment")) {
    throw new JobFailure("unreadable", `${basename(path)} contains no video, audio or subtitles.`);
  }
  const { depth = "all" } = options;
  const addContainerFacts = depth !== "headers" ? await containerReader(first, json, options.signal) : undefined;
  addContainerFacts?.(first);
  const stills = await unstatedStills(first, options);
  markStills(first, stills);
  const firstVideo = mainVideo(first);
  if (!firstVideo || depth === "headers") return first;
  const [frames, packets] = await Promise.all([
    someFrames(first, firstVideo, options),
    depth === "all" ? packetTimes(first, firstVideo.index, options) : [],
  ]);
  const times = packets.filter(({ stream }) => stream === firstVideo.index).map(({ seconds }) => seconds);
  const probe = parse(path, () => probeFromJson(path, sizeBytes, json, frames));
  addContainerFacts?.(probe);
  markStills(probe, stills);
  const jump = /\bmatroska\b/.test(probe.format) ? trackJump(packets, probe.streams) : undefined;
  if (jump) probe.clockJump ??= jump;
  if (depth === "all" && /\b(?:mov|matroska)\b/.test(probe.format)) await addLateEnd(probe, options);
  if (depth === "all" && /\bmov\b/.test(probe.format)) await addSkipped(probe, options);
  if (depth === "all" && /\bmpeg/.test(probe.format)) await addLayouts(probe, options);
  if (depth === "all") await addCanvas(probe, options);
  const video = mainVideo(probe);
  if (!video) return probe;
  if (softTelecine(times)) Object.assign(video, { softTelecine: true, variableFrameRate: false });
  else {
    // With repeated fields, the intervals between frames of interlaced video are intentionally unequal.
    if (!video.interlaced && spacingVaries(times)) video.variableFrameRate = true;
    if (depth === "all" && mayHoldFrame(video, times)) await addHeldFrame(probe, video, options);
  }
  return probe;
}

/** Returns the numbers of the streams in the container, for example the PIDs of a transport stream. */
const streamIds = (json: unknown): (number | undefined)[] =>
  ((json as { streams?: { id?: string }[] }).streams ?? []).map(({ id }) => id === undefined ? undefined : Number(id));

/** Reads the bytes of the container, and returns a function that adds the data to a probe of the file. */
async function containerReader(probe: Probe, json: unknown, signal?: AbortSignal): Promise<(probe: Probe) => void> {
  const clockJump = await clockJumpOf(probe, streamIds(json), signal);
  const { crops = [], chapterCount = 0, ...facts } = await containerFactsOf(probe);
  return (one) => {
    Object.assign(one, facts, clockJump ? { clockJump } : {});
    const unread = chapterCount - one.chapters.length;
    if (unread > 0 && !one.moreChapters) one.unreadChapters = unread;
    const videos = one.streams.filter((stream) => stream.kind === "video");
    for (const [i, video] of videos.entries()) if (crops[i]) video.cropMarks ??= { ...crops[i], ignored: true };
  };
}

/**
 * Returns ffprobe's JSON output about format, streams, chapters and programmes. A long list of chapters is truncated
 * and marked. Throws `JobFailure` `unreadable` with the message of ffprobe.
 */
export async function rawProbe(path: string, options: ProbeOptions): Promise<unknown> {
  const checksums = options.onAnswer ? ["-show_data_hash", "CRC32"] : [];
  const sections = [...checksums, "-show_format", "-show_streams", "-show_programs"];
  const answer = await read(path, [...sections, "-show_chapters"], options);
  if (!answer.cut) return limitChapters(parse(path, () => JSON.parse(answer.text)));
  const chapters = parse(path, () => chaptersOfCut(answer.text));
  const rest = await ask(path, sections, options);
  return { ...rest as Record<string, unknown>, chapters, [MORE_CHAPTERS]: true };
}
