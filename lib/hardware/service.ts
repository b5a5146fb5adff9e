import { Fault } from "../kit/fault.ts";
import { createPool } from "../kit/pool.ts";
import type { Media } from "../media/service.ts";
import { encodersOf, type Method, METHODS } from "./choose.ts";
import { type DeviceRoots, type Devices, findDevices } from "./devices.ts";
import { testEncode, type TestRequest, type TestResult } from "./trial_encode.ts";

/** The graphics hardware, and whether it works. */
export interface Hardware {
  /** What is there, and the encoders of each method that this ffmpeg has. */
  devices(): Promise<Devices & { platform: string; encoders: Partial<Record<Method, string[]>> }>;
  /** Encodes a pattern. Throws `Fault` `tool_missing`, `busy`. */
  test(input: Pick<TestRequest, "method" | "device" | "hardwareDecoding">): Promise<TestResult>;
}

export function createHardware(
  { media, roots }: { media: Pick<Media, "capabilities">; roots?: DeviceRoots },
): Hardware {
  const pool = createPool({ running: 1, waiting: 4 });
  return {
    async devices() {
      const [devices, capabilities] = await Promise.all([
        findDevices(roots),
        // Without an ffmpeg there are devices all the same.
        media.capabilities().catch((error: unknown) => {
          if (error instanceof Fault) return undefined;
          throw error;
        }),
      ]);
      const has = (name: string) => capabilities?.videoEncoders.includes(name) ?? false;
      const methods = METHODS.filter((method) => method !== "none")
        .map((method) => [method, encodersOf(method).filter(has)] as const);
      return { platform: Deno.build.os, ...devices, encoders: Object.fromEntries(methods) };
    },
    async test(input) {
      const { ffmpegPath, videoEncoders } = await media.capabilities();
      return await pool(() => testEncode({ ...input, ffmpegPath, videoEncoders }));
    },
  };
}
