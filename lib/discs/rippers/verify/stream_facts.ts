import { runProgram } from "../program/run_program.ts";

/** Result of reading a file from its first to its last packet. */
export interface FileFacts {
  streams: StreamFacts[];
  /** Errors reported by the reader. */
  errors: string[];
}

/** Facts about a stream. `start` and `end` are in seconds, and NaN if no packet has a time. */
export interface StreamFacts {
  kind: string;
  packets: number;
  start: number;
  end: number;
}

/** Processes the output lines of ffprobe as they arrive. */
export interface FactsReader {
  push(line: string): void;
  facts(): FileFacts;
}

const MAX_ERRORS = 20;

/** Parses packets and streams in the CSV output of ffprobe. Every other line is an error. Pure. */
export function createFactsReader(): FactsReader {
  const streams = new Map<number, StreamFacts>();
  const errors: string[] = [];
  const streamAt = (text: string | undefined): StreamFacts => {
    const index = Number(text);
    const known = streams.get(index) ?? { kind: "", packets: 0, start: NaN, end: NaN };
    streams.set(index, known);
    return known;
  };
  return {
    push(line) {
      const [section, index, ...rest] = line.split(",");
      if (section === "packet") addPacket(streamAt(index), rest);
      else if (section === "stream") streamAt(index).kind = rest[0] ?? "";
      // Decoder errors are ignored, because streams on discs often start in the middle of a sequence.
      else if (isOfContainer(line) && errors.length < MAX_ERRORS) errors.push(line);
    },
    facts: () => ({ streams: [...streams].sort(([a], [b]) => a - b).map(([, stream]) => stream), errors }),
  };
}

function addPacket(stream: StreamFacts, [time, duration]: string[]): void {
  stream.packets++;
  const start = Number(time);
  if (!Number.isFinite(start)) return;
  const end = start + (Number(duration) || 0);
  if (!(stream.start <= start)) stream.start = start;
  if (!(stream.end >= end)) stream.end = end;
}

const isOfContainer = (line: string): boolean => line !== "" && (!line.startsWith("[") || line.startsWith("[matroska"));

/** Reads every packet of a file without decoding. */
export async function readFileFacts(ffprobe: string, path: string, signal: AbortSignal): Promise<FileFacts> {
  const reader = createFactsReader();
  const args = ["-v", "error", "-show_entries", "stream=index,codec_type:packet=stream_index,pts_time,duration_time"];
  const { code } = await runProgram({
    ...{ path: ffprobe, signal, onLine: reader.push },
    args: [...args, "-of", "csv", `file:${path}`],
  });
  const { streams, errors } = reader.facts();
  return { streams, errors: code === 0 ? errors : [...errors, `ffprobe exited with code ${code}`] };
}
