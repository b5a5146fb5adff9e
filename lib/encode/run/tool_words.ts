/** Finds the line of an ffmpeg log that says what went wrong. */

/** Metadata that ffmpeg repeats in its log is indented; its own complaints are not. */
const FULL = /^\S.*(?:no space left on device|disk quota exceeded|not enough space)/i;

/** Whether a line says that the disk is full. */
export const isDiskFull = (line: string): boolean => FULL.test(line);

const TELLING =
  /error|invalid|no such|not found|cannot|could not|unable|failed|denied|unsupported|unknown|unrecognized|not supported|refused|does not|not allowed|too many|no space|quota/i;
/** Words of trouble in lines that are none, or that only repeat that there was one. */
const CHATTER =
  /deprecated|^(?:conversion failed|error (?:while )?(?:opening|initializing) (?:output|encoder|filters)|error writing trailer|input #|output #|stream (?:#|mapping)|press \[q\])|unknown cover type|could not find codec parameters|consider increasing|^x265 \[(?:info|warning)|Svt\[(?:info|warn)/i;

/** The first line that names the trouble, without ffmpeg's addresses; undefined when none does. */
export function tellingLine(lines: string[]): string | undefined {
  const plain = lines.map(withoutAddress).filter((line) => line !== "");
  return plain.find(isDiskFull) ?? plain.find((line) => TELLING.test(line) && !CHATTER.test(line)) ??
    plain.find((line) => TELLING.test(line));
}

/** `[libx264 @ 0x55d] text` becomes `libx264: text`. */
const withoutAddress = (line: string): string => line.trim().replace(/^\[([^\]@]+) @ 0x[0-9a-f]+\] */, "$1: ");
