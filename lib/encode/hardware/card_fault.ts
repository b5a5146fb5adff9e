/**
 * Faults of a GPU, as reported in ffmpeg's log. `sessions`: all its encoding sessions are in use. `missing`: it cannot be
 * opened. `lost`: it stopped responding during the encode.
 */
export type CardFault = "sessions" | "missing" | "lost";

/**
 * Messages of NVENC, Quick Sync (oneVPL) and VA-API in all supported releases of ffmpeg. The first matching entry
 * determines the fault.
 */
const MESSAGES: readonly [CardFault, RegExp][] = [
  // NVIDIA drivers report status 10 (out of memory) if their limit of encoding sessions is exceeded. Older drivers
  // report status 21.
  ["sessions", /OpenEncodeSessionEx failed: (?:out of memory \(10\)|incompatible client key \(21\))/],
  ["lost", /\bdevice (?:failed \(-17\)|lost \(-13\))|GPU hang|CUDA_ERROR_(?:LAUNCH_FAILED|UNKNOWN|ECC_UNCORRECTABLE)/i],
  ["lost", /EncodePicture failed!: (?:device does not exist|invalid (?:encoder )?device|generic error)/],
  ["lost", /Failed locking bitstream buffer|Failed to (?:end picture encode issue|sync surface|map output buffers)/],
  [
    "missing",
    /No capable devices found|Cannot load (?:libcuda|libnvidia-encode|nvcuda)|CUDA_ERROR_(?:NO|INVALID)_DEVICE/,
  ],
  ["missing", /(?:no encode|unsupported) device \([12]\)|Failed to initiali[sz]e VAAPI connection|No VA display found/],
  [
    "missing",
    /Error (?:creating|initializing) a(?:n internal)? MFX session|Device creation failed|No device available for/,
  ],
];

/** Returns the fault that a line of ffmpeg's log, or the message of a failed encode, reports. Pure. */
export const cardFault = (line: string): CardFault | undefined =>
  MESSAGES.find(([, pattern]) => pattern.test(line))?.[0];

/** Returns the first line that reports the most specific fault. Undefined if none of them reports a fault. Pure. */
export function cardFaultLine(lines: readonly string[]): string | undefined {
  for (const [, pattern] of MESSAGES) {
    const line = lines.find((each) => pattern.test(each));
    if (line !== undefined) return line;
  }
  return undefined;
}
