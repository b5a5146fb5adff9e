/** Separates errors of demuxers and decoders about the source from other output of ffmpeg. Pure. */

/** Errors about a source that were reported while it was decoded. */
export interface SourceErrors {
  count: number;
  /** The first errors, with the position in the video. */
  first: { atSeconds: number; text: string }[];
}

const MAX_KEPT = 5;

/** Line of an ffmpeg log, printed with `-loglevel level+info`. */
export interface LogLine {
  level: string;
  /** Text of the line without the level. */
  text: string;
}

/**
 * Parses a log line: `[h264 @ 0x55d] [error] text` has level `error` and text `[h264 @ 0x55d] text`. Lines from
 * libraries have no level.
 */
export function logLine(line: string): LogLine {
  const [, context = "", level, text] =
    /^((?:\[[^\]]+ @ 0x[0-9a-f]+\] )*)\[(panic|fatal|error|warning|info|verbose|debug)\] (.*)$/.exec(line) ?? [];
  return level === undefined || text === undefined ? { level: "", text: line } : { level, text: context + text };
}

/**
 * Components of ffmpeg that process the result instead of the source. Demuxers print all their names (`matroska,webm`),
 * muxers only one. Libraries that are decoders are excluded.
 */
const NOT_THE_SOURCE =
  /^(?:lib(?!dav1d|uavs3d|davs2|gsm|codec2)|Parsed_|swscaler|swresampler|graph|filter|out#|vost#|aost#|enc:|flac muxer|AVFilterGraph|scale|auto_|(?:matroska|webm|mp4|mov|ipod|image2|format)$)/i;

/**
 * Messages that also occur for intact files. At the start or at a cut of a recording, frames refer to earlier frames,
 * and some programs do not follow the formats strictly.
 */
const HARMLESS = [
  /co located POCs unavailable/,
  /mmco: unref short failure/,
  /number of reference frames .* exceeds max/,
  /non.monotonically increasing dts to muxer/i,
  /Unknown (?:cover type|EBML doctype)/,
  /EOI missing, emulating/,
  /Could not find codec parameters/,
  /Failed to parse header of .* skip/,
  /Estimating duration from bitrate/,
];

/** Length of the start in seconds. Broadcasts and cuts start in the middle of a GOP. */
const HEAD_SECONDS = 1.5;
const AT_HEAD =
  /missing picture|no frame|non-existing [SP]PS|reference picture missing|find ref with POC|Missing reference|Invalid data found|decode_slice_header|invalid mb type|ac-tex damaged|concealing|first slice|RPS/i;

/** Collects the errors of one run. `format` is the source's demuxer name. */
export function createSourceErrors(format = ""): { see(line: LogLine, atSeconds: number): void; found: SourceErrors } {
  const found: SourceErrors = { count: 0, first: [] };
  let last = false;
  const broadcast = /mpeg/.test(format);
  return {
    found,
    see({ level, text }, atSeconds) {
      const repeated = /Last message repeated (\d+) times/.exec(text)?.[1];
      if (repeated !== undefined) {
        if (last) found.count += Number(repeated);
        return;
      }
      const plain = text.replace(/ @ 0x[0-9a-f]+/g, "").trim();
      last = ["error", "fatal", "panic"].includes(level) && isAboutSource(text, broadcast && atSeconds < HEAD_SECONDS);
      if (!last) return;
      found.count++;
      if (found.first.length < MAX_KEPT && found.first.every((one) => one.text !== plain)) {
        found.first.push({ atSeconds: Math.round(atSeconds * 10) / 10, text: plain });
      }
    },
  };
}

/**
 * True if an error line reports damage in the input. With `atHead`, missing frames before the first complete frame are
 * allowed.
 */
export function isAboutSource(text: string, atHead: boolean): boolean {
  if (atHead && AT_HEAD.test(text)) return false;
  const context = /^\[([^\]@]+?)(?: @ [^\]]*)?\]/.exec(text)?.[1] ?? "";
  return !NOT_THE_SOURCE.test(context) && !HARMLESS.some((words) => words.test(text));
}

/** Summarises the errors in one sentence. Undefined if there are none. */
export function sourceErrorText({ count, first }: SourceErrors): string | undefined {
  const [one] = first;
  if (count === 0 || !one) return undefined;
  return `The source is damaged: ${count} decoding ${count === 1 ? "error" : "errors"}, the first at ` +
    `${one.atSeconds.toFixed(0)} s (${one.text}).`;
}
