import type { LibraryState, MediaFile, Movie, Series } from "../../../../lib/library/video/model.ts";
import { bytes, duration } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { Marks, type ProfileChoice, ProfileSelect, sourceOf, StaleNote, streamsOf } from "./library_parts.tsx";

/** One film of Radarr's library; `state` says how old that knowledge is. */
export interface MovieData extends ProfileChoice {
  movie: Movie;
  state: LibraryState;
  now: Date;
}

/** One film: what it is, what lies on disk, and what can be done with it. */
export function MoviePage({ movie, state, now, ...choice }: MovieData) {
  const { file } = movie;
  const link = useLink();
  return (
    <Page
      title={movie.title}
      lead={factsOf(movie)}
      actions={<a class="button" href={link(`/search/releases?arr=movie&arrId=${movie.id}`)}>Search remux</a>}
    >
      <StaleNote state={state} now={now} />
      <TitleHead item={movie} />
      <section class="section card stack" aria-labelledby="file-h">
        <h2 id="file-h">On disk</h2>
        <Marks title={movie} file={file} />
        {file ? <FileDetails file={file} {...choice} /> : (
          <Empty title="No file yet">
            <p>Radarr knows this film but has nothing on disk.</p>
          </Empty>
        )}
      </section>
    </Page>
  );
}

/** Picture, story and place of a title. */
export function TitleHead({ item }: { item: Movie | Series }) {
  const link = useLink();
  const more = [
    item.qualityProfile && `Quality profile ${item.qualityProfile}`,
    item.certification,
    item.rating !== undefined && `${item.rating} of 100`,
    "studio" in item ? item.studio : "network" in item ? item.network : undefined,
    !item.monitored && "not monitored",
  ];
  return (
    <section class="card title-head" aria-label="About">
      {item.fanart && (
        <img
          class="title-backdrop"
          src={link(`/api/image?url=${encodeURIComponent(item.fanart)}`)}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <Picture url={item.poster} width={160} height={240} />
      <div class="stack">
        <p>{item.overview || "Nothing is told about it."}</p>
        <p class="quiet small">{more.filter((part) => part).join(" · ")}</p>
        <p class="path small">{item.path}</p>
      </div>
    </section>
  );
}

/** What every title says below its name. */
export const factsOf = (item: Movie | Series): string =>
  [
    item.year,
    item.runtime === undefined ? undefined : duration(item.runtime * 60),
    item.genres.slice(0, 3).join(", "),
    item.originalLanguage,
    item.status,
  ].filter((part) => part).join(" · ");

function FileDetails({ file, ...choice }: ProfileChoice & { file: MediaFile }) {
  const link = useLink();
  const { arr, fileId } = sourceOf("movies", file);
  const facts = [file.quality, file.resolution, streamsOf(file), file.languages.join(", "), bytes(file.size)];
  return (
    <>
      <p>{facts.filter((fact) => fact).join(" · ")}</p>
      <p class="path">{file.localPath}</p>
      {file.visible
        ? (
          <>
            <form {...hxForm(link("/api/jobs"), { then: "/jobs/{id}" })} class="inline-form">
              <input type="hidden" name="source.arr" value={arr} />
              <input type="hidden" name="source.fileId:number" value={fileId} />
              <label for="profile">Encode with</label>
              <ProfileSelect id="profile" {...choice} />
              <button type="submit" class="primary">Encode</button>
            </form>
            <p class="actions">
              <a class="button" href={link(`/encode?path=${encodeURIComponent(file.localPath)}`)}>Compare profiles</a>
              <a class="button" href={link(`/api/media/metadata?path=${encodeURIComponent(file.localPath)}`)}>
                Details
              </a>
            </p>
          </>
        )
        : <Unseen file={file} />}
    </>
  );
}

/** A file that is not where its manager says, and where to mend that. */
export function Unseen({ file }: { file: MediaFile }) {
  const link = useLink();
  return (
    <Note tone="warn">
      <p>
        <span class="path">{file.path}</span>{" "}
        cannot be opened here: that is the path its manager reports. Lathe can look for the file and propose a path
        mapping.
      </p>
      <p class="actions">
        <a class="button" href={link("/settings/mappings?find=1")}>Find the mapping</a>
      </p>
    </Note>
  );
}
