import { bytes, count, duration } from "../../../../lib/kit/format.ts";
import type { LocalFile, LocalItem } from "../../../../lib/library/local_title_model.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import type { Choice } from "../../../../lib/ui/choice_options.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { ProfileSelect } from "../video/library_parts.tsx";
import { LocalMatches, type Lookup } from "./local_match.tsx";
import { isDisc } from "../../../../lib/library/local/chosen_local.ts";
import { LocalPicture } from "./local_picture.tsx";
import { CopyButton } from "../../../../lib/ui/components/copy_button.tsx";

/** One item of local media with its lookup results and available profiles. */
export interface LocalItemData {
  item: LocalItem;
  lookup: Lookup;
  profiles: Choice[];
  defaultProfileId: string;
}

/** Page of one title: metadata, files and actions. */
export function LocalItemPage(data: LocalItemData) {
  const { item } = data;
  const { title, year, artist, meta, kind } = item;
  const link = useLink();
  const search = [artist, title, kind === "movie" ? year : undefined].filter((part) => part).join(" ");
  return (
    <Page
      title={title}
      lead={[
        artist,
        year,
        item.anime && "anime",
        item.imageCue && "image + cue",
        count(item.fileCount, "file"),
        bytes(item.size),
      ]
        .filter((part) => part).join(" · ")}
      actions={<a class="button" href={link(`/search?q=${encodeURIComponent(search)}`)}>{`Add to ${APPS[kind]}`}</a>}
    >
      <section class="card title-head" aria-label="About">
        <LocalPicture item={item} width={160} height={kind === "album" ? 160 : 240} />
        <div class="stack">
          {meta?.status === "matched" && (
            <p>
              {meta.url ? <a href={meta.url} rel="noreferrer">{named(meta)}</a> : named(meta)}
              <span class="quiet small block">
                {[
                  meta.artist,
                  meta.genres.slice(0, 4).join(", "),
                  meta.runtimeMinutes && duration(meta.runtimeMinutes * 60),
                  meta.rating && `${meta.rating} of 100`,
                ].filter((part) => part).join(" · ")}
              </span>
            </p>
          )}
          <p>{meta?.overview || "No description."}</p>
          <p class="small">
            <span class="path">{item.folder}</span> <CopyButton text={item.folder} what="the folder" />
          </p>
        </div>
      </section>
      {item.files.some(({ exists }) => exists === false) && (
        <Note tone="warn">Some files were not found. Check whether the disk with {item.root} is mounted.</Note>
      )}
      {partsOf(item).map((part, i) => <Part key={part.name} {...data} part={part} open={i === 0} />)}
      <LocalMatches item={item} lookup={data.lookup} />
    </Page>
  );
}

const APPS = { movie: "Radarr", series: "Sonarr", album: "Lidarr" } as const;

const named = ({ title = "", year }: { title?: string; year?: number }): string =>
  year === undefined ? title : `${title} (${year})`;

interface FilesPart {
  name: string;
  files: LocalFile[];
}

/**
 * Groups the files of a series by season, newest first, and the files of an album by disc. All other files are one
 * group.
 */
function partsOf({ kind, files }: LocalItem): FilesPart[] {
  const numberOf = (file: LocalFile) => kind === "series" ? file.season : kind === "album" ? file.disc : undefined;
  const numbers = [...new Set(files.map(numberOf))];
  const newestFirst = kind === "series" ? -1 : 1;
  numbers.sort((a, b) => newestFirst * ((a ?? Infinity) - (b ?? Infinity)) || 0);
  return numbers.map((number) => ({
    name: number === undefined
      ? (kind === "series" && numbers.length > 1 ? "No season" : "Files")
      : kind === "album"
      ? `Disc ${number}`
      : number === 0
      ? "Specials"
      : `Season ${number}`,
    files: files.filter((file) => numberOf(file) === number),
  }));
}

/** Files that are selected and queued together. All are preselected, so that a season can be queued with one click. */
function Part({ part, open, profiles, defaultProfileId }: LocalItemData & { part: FilesPart; open: boolean }) {
  const link = useLink();
  const id = `profile-${part.name.replace(/\W+/g, "-")}`;
  return (
    <details class="section card stack" open={open}>
      <summary>
        <h2 class="inline">{part.name}</h2> <span class="quiet">{count(part.files.length, "file")}</span>
      </summary>
      <form {...hxForm(link("/api/jobs/bulk"), { then: "/activity" })} class="stack">
        <input type="hidden" name="items:rows" value="" />
        <div class="table-wrap">
          <table class="cards" aria-label={part.name}>
            <thead>
              <tr>
                <th scope="col">
                  <span class="visually-hidden">Select</span>
                </th>
                <th scope="col">File</th>
                <th scope="col">Quality</th>
                <th scope="col" class="num">Size</th>
              </tr>
            </thead>
            <tbody>{part.files.map((file, i) => <FileRow key={file.path} file={file} index={i} />)}</tbody>
          </table>
        </div>
        <p class="inline-form wraps">
          <label for={id}>Encode selected with</label>
          <ProfileSelect id={id} profiles={profiles} defaultProfileId={defaultProfileId} />
          <button type="submit" class="primary">Queue</button>
        </p>
      </form>
    </details>
  );
}

function FileRow({ file, index }: { file: LocalFile; index: number }) {
  const name = file.path.split(/[/\\]/).at(-1) ?? file.path;
  const disc = isDisc(file.path);
  const ready = file.exists !== false && !disc;
  return (
    <tr>
      <td class="tick">
        {ready && (
          <label class="check">
            <input type="checkbox" name={`items.${index}.source.localPath`} value={file.path} checked />
            <span class="visually-hidden">{`Select ${name}`}</span>
          </label>
        )}
      </td>
      <td class="lead">
        <span class="path" title={file.path}>{disc ? file.path : name}</span>
        <span class="quiet small block">{placeOf(file)}</span>
        {file.otherPaths?.map((path) => <span key={path} class="quiet small block path">Also at {path}</span>)}
        {file.exists === false && <span class="badge" data-tone="warn">not found</span>}
        {disc && <span class="badge">disc</span>}
      </td>
      <td data-label="Quality">{file.quality ?? file.resolution ?? "–"}</td>
      <td class="num" data-label="Size">{bytes(file.size)}</td>
    </tr>
  );
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Returns `S01E05`, `S01E05-E06`, `No. 5`, `2024-03-12` or `Track 3`. */
function placeOf({ season, episode, lastEpisode, airDate, absolute, track }: LocalFile): string {
  if (episode !== undefined) {
    const first = `${season === undefined ? "" : `S${two(season)}`}E${two(episode)}`;
    return [lastEpisode === undefined ? first : `${first}-E${two(lastEpisode)}`, airDate].filter(Boolean).join(" · ");
  }
  if (absolute !== undefined) return `No. ${absolute}${lastEpisode === undefined ? "" : `-${lastEpisode}`}`;
  if (airDate !== undefined) return airDate;
  return track === undefined ? "" : `Track ${track}`;
}
