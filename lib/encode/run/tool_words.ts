/** Finds the line in an ffmpeg log that names the error. */

/** Metadata that ffmpeg prints to its log is indented; its own messages are not. */
const FULL = /^\S.*(?:no space left on device|disk quota exceeded|not enough space)/i;

/** True if a line reports a full disk. */
export const isDiskFull = (line: string): boolean => FULL.test(line);

const TELLING =
  /error|invalid|no such|not found|cannot|could not|unable|failed|denied|unsupported|unknown|unrecognized|not supported|refused|does not|not allowed|too many|no space|quota/i;
/** Matches harmless lines with error words, and lines that only repeat that there was an error. */
const CHATTER =
  /deprecated|^(?:conversion failed|error (?:while )?(?:opening|initializing) (?:output|encoder|filters)|error writing trailer|input #|output #|stream (?:#|mapping)|press \[q\])|unknown cover type|could not find codec parameters|consider increasing|^x265 \[(?:info|warning)|Svt\[(?:info|warn)/i;

/** Returns the first line that names the error, without ffmpeg's addresses. Undefined if there is none. */
export function tellingLine(lines: string[]): string | undefined {
  const plain = lines.map(withoutAddress).filter((line) => line !== "");
  return plain.find(isDiskFull) ?? plain.find((line) => TELLING.test(line) && !CHATTER.test(line)) ??
    plain.find((line) => TELLING.test(line));
}

/** Turns `[libx264 @ 0x55d] text` into `libx264: text`. */
const withoutAddress = (line: string): string => line.trim().replace(/^\[([^\]@]+) @ 0x[0-9a-f]+\] */, "$1: ");
