import type { EncoderHelp, Options } from "../../fixtures/encoder_options/read_options.ts";

/** Recorded options of the encoders of one ffmpeg release. */
export interface RecordedOptions {
  shared: Options;
  encoders: Record<string, EncoderHelp>;
}

/** Options of ffmpeg itself, which every encoder accepts. */
const OWN = new Set(["c", "filter", "r", "fps_mode", "enc_time_base", "bsf", "tag", "metadata", "disposition", "q"]);

/** Returns the text of `-h encoder=NAME`, in ffmpeg's layout, with exactly the recorded options. */
export function helpText(name: string, { options, formats }: EncoderHelp): string {
  const lines = [`Encoder ${name} [stand-in]:`, "    General capabilities: dr1 delay hardware"];
  if (formats.length > 0) lines.push(`    Supported pixel formats: ${formats.join(" ")}`);
  lines.push(`${name} AVOptions:`);
  for (const [option, values] of Object.entries(options)) {
    lines.push(`  -${option.padEnd(17)} <int>        E..V....... recorded`);
    for (const value of values) lines.push(`     ${value.padEnd(16)} 0            E..V....... recorded`);
  }
  return lines.join("\n") + "\n";
}

/** Returns ffmpeg's error for an option or value that the encoder does not have. Undefined if it accepts both. */
export function refusal(
  { shared, encoders }: RecordedOptions,
  encoder: string,
  option: string,
  value: string,
): string | undefined {
  if (OWN.has(option)) return undefined;
  const values = encoders[encoder]?.options[option] ?? shared[option];
  if (values === undefined) {
    return `Unrecognized option '${option}:v:0'.\nError splitting the argument list: Option not found`;
  }
  if (values.length === 0 || /^[+-]?[\d.]+[kM]?$/.test(value) || values.includes(value)) return undefined;
  return [
    `[${encoder} @ 0x5581] [Eval @ 0x7ffe] Undefined constant or missing '(' in '${value}'`,
    `[${encoder} @ 0x5581] Unable to parse option value "${value}"`,
    `[${encoder} @ 0x5581] Error setting option ${option} to value ${value}.`,
  ].join("\n");
}

/** Returns ffmpeg's error if the encoder does not accept the last format of a filter chain. */
export function formatRefusal(
  { encoders }: RecordedOptions,
  encoder: string,
  filters: string,
): string | undefined {
  const formats = encoders[encoder]?.formats ?? [];
  const onCard = /hwupload|_vaapi/.test(filters);
  if (formats.length === 1 && formats[0] === "vaapi") {
    return onCard
      ? undefined
      : `[${encoder} @ 0x5581] A hardware frames reference is required to associate the encoding device.`;
  }
  const format = [...filters.matchAll(/(?:^|,)format=(?:pix_fmts=)?(\w+)/g)].at(-1)?.[1];
  return format === undefined || formats.includes(format)
    ? undefined
    : `[${encoder} @ 0x5581] Specified pixel format ${format} is invalid or not supported`;
}
