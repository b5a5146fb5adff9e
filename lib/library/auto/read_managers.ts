import { withTimeout } from "../../kit/async.ts";
import type { LibraryState } from "../video_model.ts";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { SOURCE_KINDS, type SourceKind } from "./baselines.ts";

/**
 * Reads the enabled managers, waiting at most `patienceMs` for each. If reading fails, returns the error and falls back
 * to the data read before.
 */
export async function readManagers(
  { settings, library }: {
    settings: Pick<SettingsService, "current">;
    library: { refresh(kind: SourceKind): Promise<LibraryState> };
  },
  patienceMs?: number,
): Promise<{ errors: string[]; kinds: Set<SourceKind>; read: Set<SourceKind> }> {
  const { auto: { sources }, connections } = settings.current();
  const errors: string[] = [];
  const kinds = new Set(SOURCE_KINDS.filter((kind) => sources[kind] && connections[kind].enabled));
  const read = new Set<SourceKind>();
  for (const kind of kinds) {
    const reading = library.refresh(kind);
    const state = patienceMs === undefined ? await reading : await withTimeout(patienceMs, reading);
    if (state === undefined) errors.push(`${MANAGERS[kind].app} is slow to respond; its last known data is used.`);
    else if (state.error !== undefined) errors.push(state.error);
    else read.add(kind);
  }
  return { errors, kinds, read };
}
