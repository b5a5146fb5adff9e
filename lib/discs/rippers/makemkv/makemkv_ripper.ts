import type { RipperStatus } from "../../drive_schema.ts";
import { type DiscSource, type Ripper, RipProblem, type Scan, type Watching } from "../../ripper_model.ts";
import type { OpenCopy } from "../open/open_ripper.ts";
import { ATTRIBUTE, valueOf } from "./disc_info.ts";
import { discTypeOf, makemkvTitle } from "./disc_titles.ts";
import { type ListedDrive, listedDrives } from "./drive_list.ts";
import { type MakemkvDeps, openDisc, start } from "./open_disc.ts";
import { isKeyExpired, lastMessageOf, warningsOf } from "./outcome.ts";
import { saveTitle } from "./save_title.ts";

/** Copies discs with MakeMKV. */
export interface MakemkvRipper extends Ripper {
  copy(...args: Parameters<Ripper["copy"]>): Promise<OpenCopy>;
  /** Returns the status of the program. Runs it to query its version, until the signal aborts. */
  status(signal: AbortSignal): Promise<RipperStatus>;
  /**
   * Lists the drives that MakeMKV finds. It inspects all of them, so this must not be called while a drive is being
   * read. Throws `RipProblem`.
   */
  listDrives(signal: AbortSignal): Promise<ListedDrive[]>;
}

/** Creates the ripper that uses MakeMKV. */
export function createMakemkvRipper(deps: MakemkvDeps): MakemkvRipper {
  return {
    name: "makemkv",
    scan: (source, options) => scanDisc(deps, source, options),
    copy: (source, copy, options) => saveTitle(deps, source, copy, options),
    status: (signal) => status(deps, signal),
    listDrives: async (signal) => {
      const { records } = await start(deps, { args: ["--cache=1", "info", NO_DISC], signal, onLog: () => {} });
      return listedDrives(records);
    },
  };
}

/** A source that does not exist, for which MakeMKV prints its drive list and exits. */
const NO_DISC = "disc:9999";

async function scanDisc(
  deps: MakemkvDeps,
  source: DiscSource,
  options: { minSeconds: number } & Watching,
): Promise<Scan> {
  const { info, end } = await openDisc(deps, source, options);
  const name = (attribute: number) => valueOf(info.attributes, attribute)?.slice(0, 1000);
  const [volumeName, discName] = [name(ATTRIBUTE.volumeName), name(ATTRIBUTE.name)];
  const titles = info.titles.map((title, id) => ({ title: makemkvTitle(title, id) }));
  const lastMessage = lastMessageOf(end);
  return {
    ...{ ripper: "makemkv", type: discTypeOf(info), fingerprint: {}, titles, warnings: warningsOf(end) },
    ...(volumeName === undefined ? {} : { volumeName }),
    // For a disc without metadata, MakeMKV repeats the label as the disc name.
    ...(discName === undefined || discName === volumeName ? {} : { discName }),
    ...(titles.length > 0 || lastMessage === undefined ? {} : { note: `MakeMKV reports: ${lastMessage}` }),
  };
}

async function status(deps: MakemkvDeps, signal: AbortSignal): Promise<RipperStatus> {
  const { path, error } = await deps.find();
  if (path === undefined) return { available: false, ...(error === undefined ? {} : { error }) };
  try {
    const end = await start(deps, { args: ["--cache=1", "--noscan", "info", NO_DISC], signal, onLog: () => {} });
    const started = end.records.find((record) => record.type === "MSG" && record.code === 1005);
    const [, version] = /v(\d+(?:\.\d+)*)/.exec(started?.type === "MSG" ? started.params[0] ?? started.text : "") ?? [];
    if (version === undefined) return { available: false, path, error: `${path} does not respond like MakeMKV.` };
    return { available: true, path, version, ...(isKeyExpired(end) ? { keyExpired: true } : {}) };
  } catch (failure) {
    if (signal.aborted) return { available: false, path, error: `${path} does not respond.` };
    if (!(failure instanceof RipProblem)) throw failure;
    return { available: false, path, error: failure.message };
  }
}
