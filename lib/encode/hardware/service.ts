import { Fault } from "../../kit/fault.ts";
import { createPool, createShared } from "../../kit/async.ts";
import type { Media } from "../../media/probe/service.ts";
import { encodersOf } from "./choose.ts";
import { type DeviceRoots, type Devices, findDevices } from "./devices.ts";
import { type Method, METHODS } from "./methods.ts";
import { testEncode, type TestRequest, type TestResult } from "./trial_encode.ts";

/** The graphics hardware, and whether it works. */
export interface Hardware {
  /** What is there, and the encoders of each method that this ffmpeg has. */
  devices(): Promise<Devices & { platform: string; encoders: Partial<Record<Method, string[]>> }>;
  /**
   * Encodes a pattern, once for all who ask the same meanwhile; ends when the last of them has gone. Throws `Fault`
   * `tool_missing`, `busy`, and what `signal` was aborted with.
   */
  test(input: TestInput, signal?: AbortSignal): Promise<TestResult>;
}

/** What the settings page sends to test a method before it is saved. */
export type TestInput = Pick<TestRequest, "method" | "device" | "hardwareDecoding">;

/** `roots` and `encode` are replaced by tests; by default the real devices and a real trial encode. */
export interface HardwareOptions {
  media: Pick<Media, "capabilities">;
  roots?: DeviceRoots;
  encode?: typeof testEncode;
}

/** Runs one trial encode at a time; equal tests share one run, and one more may wait. */
export function createHardware({ media, roots, encode = testEncode }: HardwareOptions): Hardware {
  // A test takes up to half a minute: one may wait for another, and who comes then is told at once.
  const pool = createPool({ running: 1, waiting: 1 });
  const shared = createShared<TestResult>();
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
    async test(input, signal) {
      const { ffmpegPath, videoEncoders } = await media.capabilities();
      const key = JSON.stringify([input.method, input.device, input.hardwareDecoding]);
      return await shared(key, signal, (end) =>
        pool(async () => {
          end.throwIfAborted();
          return await encode({ ...input, ffmpegPath, videoEncoders, signal: end });
        }));
    },
  };
}
