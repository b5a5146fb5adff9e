import type { LibraryState } from "../../../../lib/library/video_model.ts";
import type { Album, MusicFile, Track } from "../../../../lib/library/music_model.ts";
import { bytes, count, duration } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { ProfileChoice } from "../../../data/profile_choices.ts";
import { ProfileSelect, StaleNote } from "../video/library_parts.tsx";
import { soundOf, tracksOf, typeOf } from "./music_parts.tsx";
import { Amounts } from "../../../../lib/ui/components/amounts.tsx";

/** One album of Lidarr's library with its tracks. `state` includes the age of the data. */
export interface AlbumPageData extends ProfileChoice {
  album: Album;
  tracks: Track[];
  state: LibraryState;
  now: Date;
}

/** Page of one album. The user can encode the whole album or single tracks. */
export function AlbumPage({ album, tracks, state, now, ...choice }: AlbumPageData) {
  const link = useLink();
  const discs = [...Map.groupBy(tracks, ({ mediumNumber }) => mediumNumber)];
  const files = [...new Map(tracks.flatMap(({ file }) => file ? [[file.id, file] as const] : [])).values()];
  const [visible, unseen] = [files.filter((file) => file.visible), files.filter((file) => !file.visible)];
  return (
    <Page
      title={album.title}
      lead={
        <>
          {album.artist && <a href={link(`/music/artists/${album.artistId}`)}>{album.artist}</a>}
          {` · ${[album.year, typeOf(album), tracksOf(album.statistics)].filter((part) => part).join(" · ")}`}
        </>
      }
      actions={
        <>
          {visible.some(({ lossless }) => lossless) && <ListenForm album={album} />}
          <a class="button" href={link(`/search/releases?arr=music&arrId=${album.artistId}&albumId=${album.id}`)}>
            Search releases
          </a>
        </>
      }
    >
      <StaleNote state={state} now={now} />
      <section class="card title-head" aria-label="About">
        <Picture url={album.cover} title={album.title} width={200} height={200} />
        <div class="stack">
          <p>{album.overview || "No description."}</p>
          {files.length > 0 && <Formats files={files} />}
          <p class="quiet small">
            {[album.releaseDate, album.genres.slice(0, 4).join(", "), album.monitored ? "monitored" : "not monitored"]
              .filter((part) => part).join(" · ")}
          </p>
        </div>
      </section>
      {unseen[0] && <UnseenNote file={unseen[0]} unseen={unseen.length} all={files.length} />}
      <form {...hxForm(link("/api/jobs/bulk"), { then: "/activity" })}>
        <input type="hidden" name="items:rows" value="" />
        {visible.length > 0 && (
          <p class="section actions">
            <button
              type="submit"
              name="items:json"
              value={JSON.stringify([{ source: { kind: "album", arr: "music", albumId: album.id } }])}
            >
              {`Encode album (${count(visible.length, "file")})`}
            </button>
          </p>
        )}
        {discs.map(([number, own]) => <Disc number={number} alone={discs.length === 1} tracks={own} all={tracks} />)}
        {visible.length > 0 && (
          <div class="save-bar">
            <label for="profile">Encode with</label>
            <ProfileSelect id="profile" {...choice} />
            <button type="submit" class="primary">Queue selected</button>
          </div>
        )}
      </form>
    </Page>
  );
}

/** Formats of the album with the number of files, and the result of the MQA detection. */
function Formats({ files }: { files: MusicFile[] }) {
  const kinds = Map.groupBy(files, (file) => [file.quality, soundOf(file)].filter((part) => part).join(" · "));
  const mqa = files.filter((file) => file.mqa?.isMqa);
  return (
    <p class="badges">
      {[...kinds].map(([kind, all]) => (
        <span class="badge">{kinds.size === 1 ? kind : `${kind} (${count(all.length, "file")})`}</span>
      ))}
      {mqa.length > 0 && (
        <span class="badge" data-tone="accent">
          {mqa.length === files.length ? "MQA" : `MQA in ${count(mqa.length, "file")}`}
        </span>
      )}
    </p>
  );
}

/** Form that checks for MQA, which can only be detected by decoding the audio. */
function ListenForm({ album }: { album: Album }) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/music/mqa"), { then: `/music/albums/${album.id}` })}>
      <input type="hidden" name="albumId:number" value={album.id} />
      <button type="submit" title="Decodes every file to detect MQA, which takes a while">Detect MQA</button>
    </form>
  );
}

function UnseenNote({ file, unseen, all }: { file: MusicFile; unseen: number; all: number }) {
  const link = useLink();
  return (
    <Note tone="warn">
      <p>
        {`${unseen} of ${all} files cannot be opened on this server, for example `}
        <span class="path">{file.path}</span>
        , which is the path reported by Lidarr.
      </p>
      <p class="actions">
        <a class="button" href={link("/settings/mappings?find=1")}>Find mapping</a>
      </p>
    </Note>
  );
}

function Disc({ number, alone, tracks, all }: { number: number; alone: boolean; tracks: Track[]; all: Track[] }) {
  const name = alone ? "Tracks" : `Disc ${number}`;
  return (
    <section class="section card stack" aria-label={name}>
      {!alone && <h2>{name}</h2>}
      <div class="table-wrap">
        <table class="cards" aria-label={name}>
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Select</span>
              </th>
              <th scope="col" class="num">No.</th>
              <th scope="col">Title</th>
              <th scope="col" class="num">Length</th>
              <th scope="col">Format</th>
              <th scope="col">Audio</th>
              <th scope="col" class="num">Size</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {tracks.map((track) => <TrackRow track={track} index={all.indexOf(track)} first={isFirst(track, all)} />)}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Tracks in the same file are encoded as one job, so only the first can be selected. */
const isFirst = (track: Track, all: Track[]): boolean => all.find(({ file }) => file?.id === track.file?.id) === track;

function TrackRow({ track, index, first }: { track: Track; index: number; first: boolean }) {
  const link = useLink();
  const { trackNumber, title, durationMs, explicit, file } = track;
  return (
    <tr class={file ? undefined : "is-missing"}>
      <td class="tick" data-label="">
        {file?.visible && first && (
          <label class="check">
            <input
              type="checkbox"
              name={`items.${index}.source:json`}
              value={JSON.stringify({ kind: "track", arr: "music", fileId: file.id })}
            />
            <span class="visually-hidden">{`Select ${title}`}</span>
          </label>
        )}
      </td>
      <td class="num" data-label="No.">{trackNumber}</td>
      <td class="lead">
        {title} {explicit && <span class="badge">explicit</span>}
      </td>
      <td class="num" data-label="Length">{durationMs > 0 ? duration(durationMs / 1000) : "–"}</td>
      <td data-label="Format">{file ? file.quality : "missing"}</td>
      <td data-label="Audio">
        <span>
          <Amounts text={file ? soundOf(file) || "–" : "–"} />
        </span>
      </td>
      <td class="num" data-label="Size">{file === undefined ? "–" : first ? bytes(file.size) : "same file"}</td>
      <td data-label="State">
        <span class="badges">
          {file?.mqa?.isMqa && (
            <span
              class="badge"
              data-tone="accent"
              title={file.mqa.originalRate ? `Master at ${file.mqa.originalRate} Hz` : undefined}
            >
              {file.mqa.studio ? "MQA Studio" : "MQA"}
            </span>
          )}
          {file?.visible === false && <span class="badge" data-tone="warn">not accessible</span>}
          {file?.visible && (
            <a href={link(`/api/media/metadata?path=${encodeURIComponent(file.localPath)}`)}>
              Details<span class="visually-hidden">{` of ${title}`}</span>
            </a>
          )}
        </span>
      </td>
    </tr>
  );
}
