import { notConnected } from "../../platform/managers/kinds.ts";
import { join } from "node:path";
import * as z from "zod";
import type { GrabRow } from "../../../db/schema/library.ts";
import { Fault } from "../../kit/fault.ts";
import { commandState, startCommand } from "../managers/commands/command.ts";
import { historyMark } from "../managers/history.ts";
import { toRemote } from "../managers/paths/path_mapping.ts";
import type { ManagerClient } from "../managers/client.ts";
import { ManagerProblem } from "../managers/request.ts";
import { downloadsFolder, enqueue, transfersOf } from "../managers/transfers.ts";
import type { HistoryRecord } from "../managers/wire/history.ts";
import { importsOf } from "./decide.ts";
import { type GrabDeps, localOf } from "./deps.ts";
import { fail, queueImported, type Step } from "./follow.ts";
import type { GrabFacts, TransferFacts } from "./model.ts";
import { judgeTransfers, nameOf } from "./transfers.ts";
import type { SplitStanding } from "../music/cue_splits/service.ts";

type SoulseekFacts = NonNullable<GrabFacts["soulseek"]>;

/** Timeout in milliseconds. Lidarr reads the tags of all files first. */
const PROPOSAL_MS = 120_000;

/** Lidarr's import suggestion for a file. Fields that it could not determine are missing. */
const Proposal = z.object({
  path: z.string(),
  artist: z.object({ id: z.int() }).nullish(),
  album: z.object({ id: z.int() }).nullish(),
  albumReleaseId: z.int().nullish(),
  tracks: z.array(z.object({ id: z.int() })).nullish(),
  quality: z.unknown(),
});

/** Returns the time of the newest request to a peer before this grab, on slskd's clock. Throws `ManagerProblem`. */
export async function transferMark(slskd: ManagerClient<"soulseek">, username: string): Promise<string> {
  const [newest] = await transfersOf(slskd, username);
  return newest?.requestedAt ?? "";
}

/** Checks the files of a grab, retries those that failed, and starts Lidarr's import when all are complete. */
export async function followTransfers(
  deps: GrabDeps,
  grab: GrabRow,
  slskd: ManagerClient<"soulseek">,
): Promise<Step> {
  const { grabs, jobs } = deps;
  const wanted = soulseekOf(grab);
  const { username, files } = wanted;
  const transfers: TransferFacts = grab.transfers ?? { attempts: {} };
  const known = (await transfersOf(slskd, username)).filter(({ requestedAt }) => (requestedAt ?? "") > grab.since);
  const verdict = judgeTransfers(files, known, transfers, username);
  switch (verdict.kind) {
    case "wait":
      await jobs.waitingMessage(grab.jobId, verdict.message);
      return "waiting";
    case "failed":
      return await fail(deps, grab, verdict.reason, "transfer_failed");
    case "again":
      // Retries are counted before they start, so that a crash in between never leads to too many attempts.
      await grabs.patch(grab.jobId, { transfers: { ...transfers, attempts: verdict.attempts } });
      await enqueue(slskd, username, verdict.files).catch(async (error) => {
        if (error instanceof ManagerProblem && error.reason === "refused") {
          const refused = error.message;
          await grabs.patch(grab.jobId, { transfers: { ...transfers, attempts: verdict.attempts, refused } });
        }
        throw error;
      });
      await jobs.waitingMessage(grab.jobId, `Requested ${verdict.files.length} of the files from ${username} again`);
      return "waiting";
    case "here":
      return await startImport(deps, grab, slskd, wanted);
  }
}

/** Starts Lidarr's import of the folder. Later entries in its history belong to the import. */
async function startImport(
  deps: GrabDeps,
  grab: GrabRow,
  slskd: ManagerClient<"soulseek">,
  wanted: SoulseekFacts,
): Promise<Step> {
  const { settings, grabs, jobs } = deps;
  const lidarr = lidarrOf(deps);
  const { pathMappings, connections: { soulseek } } = settings.current();
  const asSlskd = soulseek.downloadsPath === "" ? await downloadsFolder(slskd) : undefined;
  const base = asSlskd === undefined ? soulseek.downloadsPath : localOf(deps, "soulseek", asSlskd);
  if (base === "") throw new Fault("conflict", "slskd does not report its download folder. Set it in Settings.");
  const downloaded = join(base, nameOf(wanted.directory));
  const standing = await splitStanding(deps, downloaded);
  if (standing.kind === "failed") return await fail(deps, grab, standing.reason, "image_not_split");
  if (standing.kind === "busy") {
    await jobs.waitingMessage(grab.jobId, standing.message);
    return "waiting";
  }
  const remoteFolder = toRemote(standing.kind === "ready" ? standing.folder : downloaded, "music", pathMappings);
  const transfers = grab.transfers ?? { attempts: {} };
  const mark = transfers.mark ?? await historyMark(lidarr);
  await grabs.patch(grab.jobId, { transfers: { ...transfers, mark } });
  const { id } = await startCommand(lidarr, {
    name: "DownloadedAlbumsScan",
    path: remoteFolder,
    importMode: "move",
  });
  await grabs.patch(grab.jobId, {
    ...mark,
    state: "importing",
    transfers: { attempts: {}, commandId: id, remoteFolder },
  });
  await jobs.waitingMessage(grab.jobId, "Downloaded; Lidarr is importing it");
  return "waiting";
}

/** Follows Lidarr's import of a folder. If it is not recognised, its files are imported individually, once. */
export async function followImport(deps: GrabDeps, grab: GrabRow, history: HistoryRecord[]): Promise<Step> {
  const { grabs, jobs } = deps;
  const lidarr = lidarrOf(deps);
  const { commandId, remoteFolder = "", byHand = false, attempts } = grab.transfers ?? { attempts: {} };
  const state = commandId === undefined ? "lost" : await commandState(lidarr, commandId);
  if (state === "running") {
    await jobs.waitingMessage(grab.jobId, "Lidarr is importing it");
    return "waiting";
  }
  const imports = importsOf(
    history.filter(({ id, data, albumId }) =>
      id > grab.afterId &&
      (isBelow(data.droppedPath, remoteFolder) || (!data.droppedPath && albumId === grab.request.albumId))
    ),
  );
  if (imports.length > 0) {
    return await queueImported(deps, grab, { imports, complete: true, missing: 0, message: "Lidarr has imported it" });
  }
  if (!byHand) {
    const files = await proposed(lidarr, grab, remoteFolder);
    if (files.length > 0) {
      const { id } = await startCommand(lidarr, {
        name: "ManualImport",
        importMode: "move",
        replaceExistingFiles: false,
        files,
      });
      await grabs.patch(grab.jobId, { transfers: { attempts, commandId: id, remoteFolder, byHand: true } });
      await jobs.waitingMessage(grab.jobId, "Lidarr is importing it file by file");
      return "waiting";
    }
  }
  await jobs.waitingMessage(
    grab.jobId,
    `Lidarr does not import ${remoteFolder} automatically. Import it in Lidarr, under Wanted, Manual Import; ` +
      "if Lidarr uses a different path for the folder, add a path mapping in Settings > Media.",
  );
  return "waiting";
}

/** Returns the files of a folder that Lidarr can assign to tracks. */
async function proposed(lidarr: ManagerClient<"music">, grab: GrabRow, folder: string) {
  const { arrId, albumId } = grab.request;
  const query = { folder, artistId: arrId, filterExistingFiles: true, replaceExistingFiles: false };
  const items = await lidarr.get("/manualimport", z.array(Proposal), { query, totalMs: PROPOSAL_MS });
  return items.flatMap(({ path, artist, album, albumReleaseId, tracks, quality }) => {
    const trackIds = (tracks ?? []).map(({ id }) => id);
    if (!artist || !album || !albumReleaseId || trackIds.length === 0) return [];
    if (albumId !== undefined && album.id !== albumId) return [];
    return [{ path, artistId: artist.id, albumId: album.id, albumReleaseId, trackIds, quality, indexerFlags: 0 }];
  });
}

/** Returns the peer and files of a Soulseek grab. Throws `invalid` for a grab from another source. */
export function soulseekOf({ request }: GrabRow): SoulseekFacts {
  if (request.soulseek === undefined) throw new Fault("invalid", "The grab lists no files of a peer.");
  return request.soulseek;
}

function lidarrOf({ managers }: GrabDeps): ManagerClient<"music"> {
  const lidarr = managers.connected("music");
  if (lidarr === undefined) throw new Fault("conflict", `The download cannot be imported: ${notConnected("music")}`);
  return lidarr;
}

const isBelow = (path: string | undefined, folder: string): boolean => {
  const plain = (text: string) => text.replaceAll("\\", "/").replace(/\/+$/, "");
  return path !== undefined && folder !== "" && plain(path).startsWith(`${plain(folder)}/`);
};

/**
 * Returns the progress of splitting a downloaded album image. `none` if the album consists of tracks or splitting is
 * disabled.
 */
async function splitStanding(
  { cueSplits, settings }: Pick<GrabDeps, "cueSplits" | "settings">,
  folder: string,
): Promise<SplitStanding> {
  if (cueSplits === undefined || !settings.current().connections.music.splitCueImages) return { kind: "none" };
  return await cueSplits.standing(folder);
}
