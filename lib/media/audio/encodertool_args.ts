import { isAbsolute } from "node:path";
import { JobFailure } from "../../kit/fault.ts";

/** Builds the arguments of the encoder tool for a conversion. Pure. */

/** Target format. Bitrates are in kbit/s. */
export type MusicTarget =
  /** `level` is the compression level, from 0 (fastest) to 8 (smallest file). */
  | { encoder: "flac"; level: number }
  /** `quality` is from 0 (best) to 9 (smallest file). */
  | { encoder: "lame"; mode: "vbr"; quality: number }
  | { encoder: "lame"; mode: "cbr"; kbps: number }
  | { encoder: "opus"; kbps: number; complexity?: number; mode?: "vbr" | "cbr" }
  /**
   * `quality` is from -1 (smallest file) to 10 (best). `qualityMax` is the maximum in the help text of the tool, which
   * shows whether its scale ends at 10 or 100.
   */
  | { encoder: "vorbis"; mode: "vbr"; quality: number; qualityMax?: number }
  | { encoder: "vorbis"; mode: "abr"; kbps: number }
  | { encoder: "wv" }
  | { encoder: "mac"; mode?: "fast" | "normal" | "high" | "extra" | "insane" };

/** A conversion of one source file to one output file. */
export interface EncodertoolJob {
  target: MusicTarget;
  /** Absolute path. */
  input: string;
  /** Absolute path in a folder owned by the job, because the encoder tool overwrites files. */
  output: string;
  /** A JPEG or PNG file that is embedded as the front cover. */
  cover?: string;
  /** True to omit the images of the source. */
  withoutImages?: boolean;
}

/**
 * Returns the arguments of a conversion. `--` separates the options of the encoder tool from those of the selected
 * encoder, because some letters occur in both (`-e`, `-p`, `-o`). Throws `JobFailure` `invalid_plan` for values out of
 * range and for paths that the tool would interpret as a pattern.
 */
export function encodertoolArgs({ target, input, output, cover, withoutImages = false }: EncodertoolJob): string[] {
  for (const path of [input, output, ...(cover ? [cover] : [])]) requirePlain(path);
  return [
    `--encoder=${target.encoder}`,
    ...(cover ? [`--add-cover=${cover}`] : []),
    ...(withoutImages ? ["--ignore-albumart"] : []),
    ...["-o", output, "--"],
    ...targetArgs(target),
    input,
  ];
}

function targetArgs(target: MusicTarget): string[] {
  switch (target.encoder) {
    case "flac":
      return ["-c", within("FLAC level", target.level, 0, 8)];
    case "lame":
      return target.mode === "vbr"
        ? ["-m", "VBR", "-q", within("MP3 quality", target.quality, 0, 9)]
        : ["-m", "CBR", "-b", within("MP3 bit rate", target.kbps, 8, 320)];
    case "opus":
      return [
        ...["--bitrate", within("Opus bit rate", target.kbps, 6, 510)],
        ...["--comp", within("Opus complexity", target.complexity ?? 10, 0, 10)],
        ...(target.mode === "cbr" ? ["--hard-cbr"] : []),
      ];
    case "vorbis": {
      if (target.mode === "abr") return ["-b", within("Vorbis bit rate", target.kbps, 45, 500)];
      // The quality scale of the encoder tool ends at 10 or 100, depending on its version. The scale to 100 has no
      // negative values.
      const { quality, qualityMax = 10 } = target;
      const checked = Number(within("Vorbis quality", quality, -1, 10));
      return ["-q", String(qualityMax > 10 ? Math.max(0, Math.round(checked * 10)) : checked)];
    }
    case "wv":
      return [];
    case "mac":
      return ["-m", target.mode ?? "high"];
  }
}

function within(what: string, value: number, min: number, max: number): string {
  if (value >= min && value <= max) return String(value);
  throw new JobFailure("invalid_plan", `${what} must be between ${min} and ${max}, not ${value}.`);
}

/**
 * Throws `invalid_plan` for a path that the encoder tool would not use literally. It expands `*` and `?`, and
 * interprets a leading `-` as an option and `<artist>` in an output path as a field.
 */
function requirePlain(path: string): void {
  if (!isAbsolute(path)) throw new JobFailure("invalid_plan", `The encoder tool needs an absolute path, not ${path}.`);
  if (/[*?<>\0]/.test(path)) {
    throw new JobFailure(
      "invalid_plan",
      `The encoder tool does not support *, ?, < and > in ${path}. Rename the file, or create a link with a different name.`,
    );
  }
}
