import type { ImportProposal } from "../../managers/wire/lidarr_import.ts";
import type { HistoryRecord } from "../../managers/wire/history.ts";
import type { ImportFile, ImportFolder } from "./model.ts";

/** Plans the import of the files in a folder, and determines the result. Pure. */

/** A file for Lidarr's ManualImport command. */
export interface WantedImport {
  path: string;
  artistId: number;
  albumId: number;
  albumReleaseId: number;
  trackIds: number[];
  quality: ImportProposal["quality"];
  indexerFlags: number;
  disableReleaseSwitching: boolean;
}

/** A file and its import request, which is undefined if the file is refused. */
export interface PlannedFile {
  file: ImportFile;
  /** Path of the file in Lidarr. */
  remotePath: string;
  wanted: WantedImport | undefined;
}

/**
 * Returns one entry per import suggestion. `force` overrides Lidarr's reasons for rejecting files that it can match.
 * `albumId` restricts the import to one album.
 */
export function planOf(
  proposals: ImportProposal[],
  { albumId, force }: Pick<ImportFolder, "albumId" | "force">,
  toLocal: (path: string) => string,
): PlannedFile[] {
  return proposals.map((proposal) => {
    const { path, size, artist, album, tracks, quality, rejections } = proposal;
    const placed = wantedOf(proposal);
    const elsewhere = albumId !== undefined && album?.id !== undefined && album.id !== albumId;
    const reasons = [
      ...(elsewhere ? [`Lidarr identifies it as ${album?.title ?? "another album"}.`] : []),
      ...(placed === undefined && !rejections?.length ? ["Lidarr cannot identify the track."] : []),
      ...(rejections ?? []).map(({ reason }) => reason),
    ];
    const refused = placed === undefined || elsewhere || (!force && (rejections ?? []).length > 0);
    return {
      remotePath: path,
      wanted: refused ? undefined : placed,
      file: {
        path: toLocal(path),
        size: Math.round(size),
        state: refused ? "refused" : "ready",
        reasons,
        ...(artist?.artistName ? { artist: artist.artistName } : {}),
        ...(album?.title ? { album: album.title } : {}),
        tracks: (tracks ?? []).map(({ trackNumber, title }) => [trackNumber, title].filter((part) => part).join(" ")),
        ...(quality?.quality?.name ? { quality: quality.quality.name } : {}),
      },
    };
  });
}

function wantedOf(
  { path, artist, album, albumReleaseId, tracks, quality, disableReleaseSwitching, additionalFile }: ImportProposal,
): WantedImport | undefined {
  const trackIds = (tracks ?? []).map(({ id }) => id);
  if (!artist || !album || !albumReleaseId || trackIds.length === 0 || additionalFile) return undefined;
  return {
    path,
    artistId: artist.id,
    albumId: album.id,
    albumReleaseId,
    trackIds,
    quality,
    indexerFlags: 0,
    disableReleaseSwitching: disableReleaseSwitching ?? false,
  };
}

/**
 * Determines the result from Lidarr's history, because the end of a command does not mean that the files were imported.
 */
export function outcomeOf(
  planned: PlannedFile[],
  history: HistoryRecord[],
  toLocal: (path: string) => string,
): ImportFile[] {
  const plain = (path: string) => path.replaceAll("\\", "/");
  const imported = new Map(
    history.filter(({ eventType }) => eventType === "trackFileImported")
      .flatMap(({ data: { droppedPath, importedPath } }) =>
        droppedPath && importedPath ? [[plain(droppedPath), importedPath] as const] : []
      ),
  );
  return planned.map(({ file, remotePath, wanted }) => {
    if (wanted === undefined) return file;
    const to = imported.get(plain(remotePath));
    return to === undefined
      ? {
        ...file,
        state: "missed",
        reasons: [...file.reasons, "Lidarr did not import it; see its log for the reason."],
      }
      : { ...file, state: "imported", importedPath: toLocal(to) };
  });
}

/** Summarises the result in one sentence. */
export function summaryOf(files: ImportFile[], dryRun: boolean): string {
  const has = (state: ImportFile["state"]) => files.filter((file) => file.state === state).length;
  const parts = dryRun
    ? [`${has("ready")} of ${files.length} files would be imported`]
    : [`Lidarr has imported ${has("imported")} of ${files.length} files`];
  if (has("refused") > 0) parts.push(`${has("refused")} rejected`);
  if (has("missed") > 0) parts.push(`${has("missed")} not imported`);
  return `${parts.join(", ")}.`;
}
