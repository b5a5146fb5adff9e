import { basename, dirname } from "node:path";
import { Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import {
  importByHand,
  importItems,
  importRejections,
  type ImportRequest,
} from "../../library/managers/commands/manual_import.ts";
import { toRemote } from "../../library/managers/paths/path_mapping.ts";
import { ManagerProblem } from "../../library/managers/request.ts";
import { MANAGERS, notConnected } from "../../platform/managers/kinds.ts";
import type { RippedFile, StoredRip } from "../rip_schema.ts";
import { addToLibrary } from "./add_to_library.ts";
import { type DeliveryDeps, POLL_MS } from "./deps.ts";
import { isExtraFile, isWaitingExtra, placeExtras } from "./extras.ts";
import type { Delivered, DeliverOptions } from "./model.ts";
import { deviceOf, presenceOf } from "./presence.ts";
import { deliveryFolder, publishFiles } from "./publish.ts";
import { findTargets, type TitleFiles, verifyImported, type VideoManager } from "./targets.ts";

/** A file, and the import request that was sent to its manager. */
interface RequestedImport {
  file: RippedFile;
  remote: string;
  /** Device of the file before the import. */
  device: number | undefined;
  request: ImportRequest;
}

/** Publishes the files of a rip, requests the import by its manager, and verifies each file afterwards. */
export async function deliverRip(deps: DeliveryDeps, stored: StoredRip, options: DeliverOptions): Promise<Delivered> {
  const kind = stored.media.kind === "movie" || stored.media.kind === "series" ? stored.media.kind : undefined;
  const manager = kind && deps.managers.connected(kind);
  const known = await importedBefore(deps, manager, stored, options);
  if (known.error !== undefined) return known;
  const rip = { ...stored, files: known.files };
  const published = await publishFiles(deps, rip, options);
  if (kind === undefined) {
    return { files: published, error: "This disc has not been identified. Choose its title, and start again." };
  }
  if (manager === undefined) {
    return { files: published, error: `${notConnected(kind)} The files are in ${folderOf(published)}.` };
  }
  try {
    const arrId = rip.media.arrId ?? await missingTitle(deps, rip, options);
    if (arrId === undefined) {
      const { app } = MANAGERS[kind];
      return {
        files: published,
        error: `${app} does not have ${rip.media.title}. Add it there, or here.`,
      };
    }
    const { files: imported, offered } = await importTitles(deps, manager, { rip, files: published, arrId }, options);
    const files = await placeExtras(deps, manager, { rip, files: imported, arrId }, options);
    const errors = [
      failureText(deps, manager, files.filter(({ titleId }) => offered.has(titleId))),
      extrasText(files.filter((file) => isWaitingExtra(rip, file))),
    ].filter((text) => text !== undefined);
    return errors.length === 0 ? { files } : { files, error: errors.join("\n") };
  } catch (error) {
    if (options.signal.aborted || !isAnswer(error)) throw error;
    return { files: published, error: `${error.message} The files stay in ${folderOf(published)}.` };
  }
}

const isAnswer = (error: unknown): error is ManagerProblem | Fault =>
  error instanceof ManagerProblem || error instanceof Fault;

/**
 * Finds files that were imported while the program was interrupted, so that the import was not recorded. These files
 * were published, no longer exist, and the manager has files of the same size. They are not published again, because
 * the manager would reject them as not being an upgrade.
 */
async function importedBefore(
  deps: DeliveryDeps,
  manager: VideoManager | undefined,
  rip: StoredRip,
  options: DeliverOptions,
): Promise<Delivered> {
  const { files } = rip;
  const { onFile, onLog, signal } = options;
  const gone: RippedFile[] = [];
  for (const file of files) {
    const { finalPath, import: done } = file;
    if (finalPath === undefined || done?.state === "imported" || isExtraFile(rip, file)) continue;
    if (await presenceOf({ path: finalPath, root: rootOf(deps, rip) }) === "gone") gone.push(file);
  }
  if (manager === undefined || gone.length === 0) return { files };
  const taken = new Map<number, RippedFile>();
  try {
    const arrId = rip.media.arrId ?? await missingTitle(deps, rip, options);
    if (arrId === undefined) return { files };
    for (const [titleId, target] of await findTargets(manager, { rip, files: gone, arrId }, { ...deps, signal })) {
      const file = gone.find((one) => one.titleId === titleId);
      if (file === undefined || typeof target === "string") continue;
      const checked = await verifyImported(manager, file, target, "gone");
      if (checked.import?.state !== "imported") continue;
      onLog(`${manager.app} has already imported ${basename(file.finalPath ?? "")}`);
      await onFile(checked);
      taken.set(titleId, checked);
    }
  } catch (error) {
    if (signal.aborted || !isAnswer(error)) throw error;
    return { files, error: error.message };
  }
  return { files: files.map((file) => taken.get(file.titleId) ?? file) };
}

/** Returns the rip folder that contains the folder of a rip. */
const rootOf = (deps: DeliveryDeps, rip: StoredRip): string => dirname(deliveryFolder(deps, rip));

const folderOf = (files: readonly RippedFile[]): string => dirname(files[0]?.finalPath ?? "");

async function missingTitle(
  deps: DeliveryDeps,
  rip: StoredRip,
  { onLog }: DeliverOptions,
): Promise<number | undefined> {
  if (!deps.settings.current().disc.addMissing) return undefined;
  const { arrId, message } = await addToLibrary(deps, rip);
  onLog(message);
  return arrId;
}

async function importTitles(
  deps: DeliveryDeps,
  manager: VideoManager,
  { rip, files, arrId }: TitleFiles,
  options: DeliverOptions,
): Promise<{ files: RippedFile[]; offered: ReadonlySet<number> }> {
  const waiting = files.filter((file) => file.import?.state !== "imported" && !isExtraFile(rip, file));
  const { requested, refused } = await prepareImports(deps, manager, { rip, files: waiting, arrId }, options);
  if (requested.length > 0) {
    options.onLog(`${manager.app} is importing ${requested.map(({ remote }) => remote).join(", ")}`);
    const { pollMs = POLL_MS, clock } = deps;
    await importByHand(manager, requested.map(({ request }) => request), { clock, pollMs, signal: options.signal });
  }
  const results = new Map(refused.map((file) => [file.titleId, file]));
  for (const { file, device, request } of requested) {
    const presence = await presenceOf({ path: file.finalPath ?? "", root: rootOf(deps, rip), device });
    const checked = await verifyImported(manager, file, request.target, presence);
    results.set(file.titleId, checked);
    await options.onFile(checked);
  }
  await deps.library.refreshTitle(manager.kind, arrId).catch(() => {});
  const whole = files.map((file) => results.get(file.titleId) ?? file);
  return { files: whole, offered: new Set(results.keys()) };
}

/** Builds the import requests and collects the manager's rejections. */
async function prepareImports(
  deps: DeliveryDeps,
  manager: VideoManager,
  { rip, files, arrId }: TitleFiles,
  { onLog, signal }: DeliverOptions,
): Promise<{ requested: RequestedImport[]; refused: RippedFile[] }> {
  const { pathMappings } = deps.settings.current();
  const remoteOf = ({ finalPath = "" }: RippedFile) => toRemote(finalPath, manager.kind, pathMappings);
  const folders = new Set(files.map((file) => toRemote(dirname(file.finalPath ?? ""), manager.kind, pathMappings)));
  const seen = (await Promise.all([...folders].map((folder) => importItems(manager, folder, signal)))).flat();
  const targets = await findTargets(manager, { rip, files, arrId }, { ...deps, signal });
  const refused: RippedFile[] = [];
  const wanted: RequestedImport[] = [];
  for (const file of files) {
    const remote = remoteOf(file);
    const item = seen.find(({ path }) => path === remote);
    const target = targets.get(file.titleId);
    if (item === undefined) {
      refused.push(
        rejected(file, "missing", `${manager.app} cannot find ${remote} (${file.finalPath} on this server).`),
      );
    } else if (typeof target === "string") refused.push(rejected(file, "rejected", target));
    else if (target !== undefined) {
      wanted.push({ file, remote, device: await deviceOf(file.finalPath ?? ""), request: { item, target } });
    }
  }
  const reasons = await importRejections(manager, wanted.map(({ request }) => request), signal);
  const requested = wanted.filter(({ file, remote }) => {
    const against = reasons.get(remote) ?? [];
    if (against.length === 0) return true;
    if (rip.options.importRejected) {
      onLog(`${manager.app} would reject ${remote} (${against.join("; ")}); it is imported anyway.`);
      return true;
    }
    refused.push(rejected(file, "rejected", against.join("; ")));
    return false;
  });
  return { requested, refused };
}

const rejected = (file: RippedFile, state: "rejected" | "missing", reason: string): RippedFile => ({
  ...file,
  import: { state, reason },
});

/**
 * Returns the error text, with the manager, the path sent to it, the local path and the reason for each file. Undefined
 * if all files were imported.
 */
function failureText(
  { settings }: DeliveryDeps,
  manager: VideoManager,
  files: readonly RippedFile[],
): string | undefined {
  const { pathMappings } = settings.current();
  const failed = files.filter((file) => file.import?.state !== "imported");
  if (failed.length === 0) return undefined;
  const lines = failed.map((file) => {
    const sent = toRemote(file.finalPath ?? "", manager.kind, pathMappings);
    return `${sent}: ${file.import?.reason ?? "no reason given"} (${file.finalPath} on this server)`;
  });
  return [`${manager.app} did not import ${failed.length} of ${files.length} files.`, ...lines].join("\n");
}

/** Returns the error text, which lists each extra that is still in the rip folder. Undefined if all were moved. */
function extrasText(files: readonly RippedFile[]): string | undefined {
  if (files.length === 0) return undefined;
  const lines = files.map(({ finalPath, import: done }) => `${finalPath}: ${done?.reason ?? "no reason given"}`);
  return [`${count(files.length, "extra")} could not be moved to the title's folder.`, ...lines].join("\n");
}
