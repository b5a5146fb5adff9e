import type { Episode, LibraryState, MediaFile, Movie, Series } from "../../../../lib/library/video_model.ts";
import { isAnimeSeries } from "../../../../lib/library/video/anime_marks.ts";
import { ago, bytes } from "../../../../lib/kit/format.ts";
import { DownSince } from "../../../../lib/ui/components/moment.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Note } from "../../../../lib/ui/layout.tsx";
import { ChoiceOptions } from "../../../../lib/ui/choice_options.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { ProfileChoice } from "../../../data/profile_choices.ts";

/** Components shared by the pages for movies and series. */

/** Path segment of a library page. */
export type LibraryPageKind = "movies" | "series";

/** Note about the age of the data, the reason why it is not newer, and missing data. */
export function StaleNote({ state, now }: { state: LibraryState; now: Date }) {
  return (
    <>
      {state.error !== undefined && (
        <Note tone="warn">
          {state.error} <DownSince at={state.downSince} />
          {state.refreshedAt && `Last synced ${ago(state.refreshedAt, now)}; this data is still shown.`}
        </Note>
      )}
      {state.odd !== undefined && <Note tone="warn">{state.odd}</Note>}
    </>
  );
}

/** Button that refreshes a manager's library. `then` is the page to show afterwards. */
export function RefreshForm({ action, then }: { action: string; then: string }) {
  const link = useLink();
  return (
    <form {...hxForm(link(action), { then })}>
      <button type="submit">
        <Icon name="retry" />
        Refresh
      </button>
    </form>
  );
}

/** Badges of a title that has an active job, was encoded by Lathe, or is not readable on this machine. */
export function Marks({ title, file }: { title: Movie | Series | Episode; file?: MediaFile }) {
  const link = useLink();
  return (
    <span class="badges">
      {title.inQueue && (
        <a class="badge" data-tone="accent" href={link(title.jobId ? `/jobs/${title.jobId}` : "/")}>In queue</a>
      )}
      {file?.encodedHere && <span class="badge" data-tone="good">Encoded here</span>}
      {file?.visible === false && <span class="badge" data-tone="warn">not accessible</span>}
      {"anime" in title && title.anime && <span class="badge">Anime</span>}
      {"seriesType" in title && isAnimeSeries(title) && <span class="badge">Anime</span>}
    </span>
  );
}

/** Form field `profileId`. `id` is its element ID, to which the label refers. */
export function ProfileSelect({ id, profiles, defaultProfileId }: ProfileChoice & { id: string }) {
  return (
    <select id={id} name="profileId">
      <ChoiceOptions choices={profiles} selected={defaultProfileId} />
    </select>
  );
}

/**
 * Returns a manager's file as a job source with its ID in the manager, so that the manager is notified of the result.
 */
export const sourceOf = (kind: LibraryPageKind, { id }: MediaFile) => ({
  arr: kind === "movies" ? "movie" : "series",
  fileId: id,
});

/** Checkbox of a file that may be queued. */
export function Tick(
  { kind, index, file, name }: { kind: LibraryPageKind; index: number; file: MediaFile; name: string },
) {
  return (
    <label class="check">
      <input
        type="checkbox"
        name={`items.${index}.source:json`}
        value={JSON.stringify(sourceOf(kind, file))}
      />
      <span class="visually-hidden">{`Select ${name}`}</span>
    </label>
  );
}

/** Returns a text such as `Remux-2160p, 61 GB` or `12/24, 6 remux`, or a placeholder if nothing is on disk. */
export function onDisk(item: Movie | Series): string {
  if ("tmdbId" in item) return item.file ? `${item.file.quality}, ${bytes(item.file.size)}` : "missing";
  const { sizeOnDisk } = item.statistics;
  return `${episodesOf(item)}${sizeOnDisk > 0 ? `, ${bytes(sizeOnDisk)}` : ""}`;
}

/** Returns the episodes on disk, their total number and the remuxes, such as `12/24, 6 remux`. */
export function episodesOf({ statistics: { episodeFileCount, episodeCount, remuxFileCount } }: Series): string {
  return `${episodeFileCount}/${episodeCount}${remuxFileCount > 0 ? `, ${remuxFileCount} remux` : ""}`;
}

/** Returns the streams of a file, such as `x265 · TrueHD Atmos 7.1 · HDR10`. */
export const streamsOf = ({ videoCodec, audioCodec, audioChannels, hdr }: MediaFile): string =>
  [videoCodec, [audioCodec, audioChannels].filter((part) => part).join(" "), hdr].filter((part) => part).join(" · ");
