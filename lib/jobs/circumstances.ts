import type { DecideOptions } from "../encode/decide.ts";
import { findOcrTools } from "../ocr/tools.ts";
import type { SettingsService } from "../settings/service.ts";
import type { History } from "./outcomes.ts";

/** What every decision on this machine takes into account, asked anew each time: settings and tools may change. */
export type Circumstances = () => Promise<Pick<DecideOptions, "corrections" | "ocr" | "method">>;

export function createCircumstances(
  { settings, history }: { settings: Pick<SettingsService, "current">; history: History },
): Circumstances {
  return async () => {
    const { ocr, transcoding } = settings.current();
    const [corrections, tools] = await Promise.all([history.corrections(), findOcrTools(ocr)]);
    return { corrections, ocr: tools !== undefined, method: transcoding.hardwareAcceleration };
  };
}
