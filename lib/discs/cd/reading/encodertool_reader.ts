import { dirname, join } from "node:path";
import { JobFailure } from "../../../kit/fault.ts";
import { runProcess } from "../../../kit/process/process.ts";
import { runEncodertool } from "../../../media/audio/encodertool.ts";
import { RipProblem } from "../../ripper_model.ts";
import { SECTOR_BYTES, type SectorReader } from "./model.ts";

/** Timeout in milliseconds for one track. The tool reports neither progress nor errors. */
const TRACK_MS = 60 * 60_000;
const LIST_MS = 60_000;
const WAV_HEAD_BYTES = 44;

/** Creates a reader for complete tracks that uses fre:ac's `freaccmd`, for systems without cd-paranoia. */
export const createEncodertoolReader = (path: string, device: string): SectorReader => ({
  name: "fre:ac",
  isExact: false,
  readsSectors: false,
  async read({ track, span, output, onFraction, signal }) {
    const home = await Deno.makeTempDir({ dir: dirname(output), prefix: "freac_" });
    try {
      const wav = join(home, "track.wav");
      const drive = await driveNumber(path, device, home, signal);
      await runEncodertool({
        ...{ path, home, output: wav, signal, timeoutMs: TRACK_MS },
        args: ["--encoder=wave", "-o", wav, `device://cdda:${drive}/${track}`],
        onSize: (bytes) => onFraction(Math.min(1, (bytes - WAV_HEAD_BYTES) / (span.sectors * SECTOR_BYTES))),
      });
      const sectors = await extractWavSamples(wav, output) / SECTOR_BYTES;
      if (sectors === span.sectors) return { readErrors: 0, skips: 0 };
      throw new RipProblem("read_error", `fre:ac read ${Math.floor(sectors)} of ${span.sectors} sectors.`);
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      const code = error.code === "tool_missing" ? "tool_missing" : "read_error";
      throw new RipProblem(code, error.message, { cause: error });
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  },
});

/** Returns the tool's number for a drive. Each row of its drive list starts with the number, followed by the device. */
async function driveNumber(path: string, device: string, home: string, signal: AbortSignal): Promise<number> {
  const env = { HOME: home, XDG_CONFIG_HOME: home };
  const { stdout } = await runProcess({ path, args: ["--list-drives"], env, timeoutMs: LIST_MS, signal });
  const rows = new TextDecoder().decode(stdout).matchAll(/^\s*(\d+)\s+(\S+)/gm);
  for (const [, number, found] of rows) if (found === device) return Number(number);
  throw new RipProblem("tool_missing", `fre:ac does not recognise the drive ${device}.`, {
    remedy: "Install cd-paranoia.",
  });
}

const HEAD_BYTES = 12;
const CHUNK_BYTES = 8;

/**
 * Copies the samples of a WAV file (RIFF, chunk `data`) to a separate file and returns their size in bytes. Throws
 * `RipProblem`.
 */
export async function extractWavSamples(path: string, output: string): Promise<number> {
  using file = await Deno.open(path, { read: true });
  const { size } = await file.stat();
  for (let at = HEAD_BYTES; at + CHUNK_BYTES <= size;) {
    await file.seek(at, Deno.SeekMode.Start);
    const head = new Uint8Array(CHUNK_BYTES);
    if (await file.read(head) !== CHUNK_BYTES) break;
    const length = new DataView(head.buffer).getUint32(4, true);
    if (new TextDecoder().decode(head.subarray(0, 4)) === "data") {
      const target = await Deno.open(output, { write: true, createNew: true });
      await file.readable.pipeTo(target.writable);
      // Chunks that follow contain no audio. Programs that cannot seek do not fill in the length.
      const bytes = Math.min(length, size - at - CHUNK_BYTES);
      await Deno.truncate(output, bytes);
      return bytes;
    }
    // Chunks start at even offsets.
    at += CHUNK_BYTES + length + length % 2;
  }
  throw new RipProblem("read_error", "The output of fre:ac is not a WAV file.");
}
