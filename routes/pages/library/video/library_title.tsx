import type { LibraryState, MediaFile, Movie } from "../../../../lib/library/video_model.ts";
import { CopyButton } from "../../../../lib/ui/components/copy_button.tsx";
import { OriginalChoiceField } from "../../../../lib/ui/components/jobs/original_choice.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { ProfileChoice } from "../../../data/profile_choices.ts";
import { Marks, ProfileSelect, sourceOf, StaleNote, streamsOf } from "./library_parts.tsx";
import { leadOf, TitleHead } from "./title/title_head.tsx";
import { TitleHistorySection } from "./title/title_history.tsx";
import { Later } from "./title/title_later.tsx";

/** One movie of Radarr's library. `state` includes the age of the data. */
export interface MovieData extends ProfileChoice {
  movie: Movie;
  state: LibraryState;
  now: Date;
}

/** Page of one movie: metadata, file, profile offers and history. */
export function MoviePage({ movie, state, now, ...choice }: MovieData) {
  const { file } = movie;
  const link = useLink();
  return (
    <Page
      title={movie.title}
      lead={leadOf(movie)}
      actions={<a class="button" href={link(`/search/releases?arr=movie&arrId=${movie.id}`)}>Search for remuxes</a>}
    >
      <StaleNote state={state} now={now} />
      <TitleHead item={movie} file={file} />
      <section class="section card stack title-file" aria-labelledby="file-h">
        <h2 id="file-h">On disk</h2>
        <Marks title={movie} file={file} />
        {file ? <FileDetails file={file} {...choice} /> : (
          <Empty title="No file yet">
            <p>Radarr has this movie, but no file for it.</p>
          </Empty>
        )}
      </section>
      {file?.visible && <MovieProfiles id={movie.id} file={file} />}
      <TitleHistorySection kind="movies" id={movie.id} />
    </Page>
  );
}

function MovieProfiles({ id, file }: { id: number; file: MediaFile }) {
  const link = useLink();
  return (
    <section class="section" aria-labelledby="offers-h">
      <div class="section-head">
        <h2 id="offers-h">Profiles</h2>
        <a class="button" href={link(`/encode?path=${encodeURIComponent(file.localPath)}`)}>Preview and all profiles</a>
      </div>
      <Later
        path={`/movies/${id}/profiles`}
        waiting="Reading the file …"
        show="Show results with the recommended profiles"
      />
    </section>
  );
}

function FileDetails({ file, ...choice }: ProfileChoice & { file: MediaFile }) {
  const link = useLink();
  const { arr, fileId } = sourceOf("movies", file);
  return (
    <>
      <p class="title-path">
        <span class="path">{file.localPath}</span> <CopyButton text={file.localPath} what="the path" />
      </p>
      <p class="quiet small">{streamsOf(file)}</p>
      {file.visible
        ? (
          <div class="title-actions">
            <form {...hxForm(link("/api/jobs"), { then: "/jobs/{id}" })} class="inline-form">
              <input type="hidden" name="source.arr" value={arr} />
              <input type="hidden" name="source.fileId:number" value={fileId} />
              <label for="profile">Encode with</label>
              <ProfileSelect id="profile" {...choice} />
              <OriginalChoiceField id="original" />
              <button type="submit" class="primary">Encode</button>
            </form>
            <a class="button" href={link(`/api/media/metadata?path=${encodeURIComponent(file.localPath)}`)}>Details</a>
          </div>
        )
        : <Unseen file={file} />}
    </>
  );
}

/** Note about a file that does not exist at its manager's path, with a link to the settings page that can fix this. */
export function Unseen({ file }: { file: MediaFile }) {
  const link = useLink();
  return (
    <Note tone="warn">
      <p>
        <span class="path">{file.path}</span>{" "}
        cannot be opened on this server. This is the path reported by the manager. Lathe can search for the file and
        suggest a path mapping.
      </p>
      <p class="actions">
        <a class="button" href={link("/settings/mappings?find=1")}>Find mapping</a>
      </p>
    </Note>
  );
}
