import { Fault } from "../../kit/fault.ts";
import { createPool, createShared } from "../../kit/async.ts";
import { type Clock, systemClock } from "../../kit/clock.ts";
import type { Capabilities } from "../../media/tools/capabilities.ts";
import type { Media } from "../../media/service.ts";
import { encodersOf } from "./choose.ts";
import { type DeviceRoots, type Devices, findDevices } from "./devices.ts";
import { type Method, METHODS } from "../profiles/encoders/methods.ts";
import { testEncode, type TestRequest, type TestResult } from "./trial_encode.ts";

/** Encoders and graphics hardware of this machine, as the rules in `choices/obstacles.ts` use them. */
export interface Machine extends Devices {
  platform: string;
  /** Undefined if ffmpeg is missing. */
  capabilities: Capabilities | undefined;
}

/** Detects and tests graphics hardware. */
export interface Hardware {
  /** Returns the detected devices, and the encoders of each method in this ffmpeg. */
  devices(): Promise<Devices & { platform: string; encoders: Partial<Record<Method, string[]>> }>;
  /** Returns the encoders and graphics hardware, which are read again once a minute. Never throws a `Fault`. */
  machine(): Promise<Machine>;
  /**
   * Encodes a test pattern. Concurrent callers with equal input share one run, which stops when all of them have
   * aborted. Throws `Fault` with code `tool_missing` or `busy`, or the reason of `signal`.
   */
  test(input: TestInput, signal?: AbortSignal): Promise<TestResult>;
}

/** Input from the settings page, to test a method before it is saved. */
export type TestInput = Pick<TestRequest, "method" | "device" | "hardwareDecoding">;

/**
 * Options of `createHardware`. `roots` and `encode` are for tests. By default, real devices and a real trial encode are
 * used.
 */
export interface HardwareOptions {
  media: Pick<Media, "capabilities">;
  roots?: DeviceRoots;
  encode?: typeof testEncode;
  clock?: Clock;
}

/** Time for which detected devices are cached. `nvidia-smi` takes up to a second. */
const DEVICES_MS = 60_000;

/** Creates the service. Only one trial encode runs at a time. Equal tests share a run, and one more may wait. */
export function createHardware({ media, roots, encode = testEncode, clock = systemClock }: HardwareOptions): Hardware {
  // A test takes up to 30 seconds. One more may wait. Further tests are rejected immediately.
  const pool = createPool({ running: 1, waiting: 1 });
  const shared = createShared<TestResult>();
  // The devices are reported even if ffmpeg is missing.
  const capabilitiesIfAny = () =>
    media.capabilities().catch((error: unknown) => {
      if (error instanceof Fault) return undefined;
      throw error;
    });
  let recent: { at: number; devices: Promise<Devices> } | undefined;
  const recentDevices = () => {
    const now = clock.monotonicMs();
    if (recent === undefined || now - recent.at >= DEVICES_MS) recent = { at: now, devices: findDevices(roots) };
    return recent.devices;
  };
  return {
    async machine() {
      const [devices, capabilities] = await Promise.all([recentDevices(), capabilitiesIfAny()]);
      return { platform: Deno.build.os, ...devices, capabilities };
    },
    async devices() {
      const [devices, capabilities] = await Promise.all([findDevices(roots), capabilitiesIfAny()]);
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
