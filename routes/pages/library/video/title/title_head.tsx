import type { MediaFile, Movie, Series } from "../../../../../lib/library/video_model.ts";
import { bytes, duration } from "../../../../../lib/kit/format.ts";
import { Backdrop, Picture } from "../../../../../lib/ui/components/picture.tsx";
import { CopyButton } from "../../../../../lib/ui/components/copy_button.tsx";

/** Artwork, facts, summary and path of a title. `file` is set for a movie. */
export function TitleHead({ item, file }: { item: Movie | Series; file?: MediaFile }) {
  return (
    <section class="card title-head" aria-label="About">
      <Backdrop url={item.fanart} />
      <Picture url={item.poster} title={item.title} width={160} height={240} />
      <div class="stack title-about">
        <ul class="badges title-facts" aria-label="Facts">
          {[...titleFacts(item), ...(file ? fileFacts(file) : [])].map((fact) => <li class="badge">{fact}</li>)}
        </ul>
        <p class="title-story">{item.overview || "No description."}</p>
        <AnimeFacts item={item} />
        <p class="title-path small">
          <span class="path">{item.path}</span> <CopyButton text={item.path} what="the folder" />
        </p>
      </div>
    </section>
  );
}

/** Returns the properties of the title from the manager. */
function titleFacts(item: Movie | Series): string[] {
  const years = "endYear" in item && item.endYear && item.endYear !== item.year
    ? `${item.year}–${item.endYear}`
    : item.year;
  return texts([
    years,
    item.runtime && duration(item.runtime * 60),
    item.rating !== undefined && `${item.rating} of 100`,
    item.certification,
    "statistics" in item && item.statistics.sizeOnDisk > 0 && bytes(item.statistics.sizeOnDisk),
    item.qualityProfile && `Quality profile ${item.qualityProfile}`,
    !item.monitored && "not monitored",
  ]);
}

/** Returns the properties of a movie file from the manager: quality, video, audio, languages, size. */
const fileFacts = (file: MediaFile): string[] =>
  texts([
    file.quality,
    // Most quality names already end with the resolution.
    !(file.resolution && file.quality.includes(file.resolution)) && file.resolution,
    file.hdr,
    file.videoCodec,
    [file.audioCodec, file.audioChannels].filter((part) => part).join(" "),
    file.languages.join(", "),
    bytes(file.size),
  ]);

const texts = (facts: unknown[]): string[] => facts.flatMap((fact) => fact ? [String(fact)] : []);

/** Line shown below the name of a title. */
export const leadOf = (item: Movie | Series): string =>
  texts([
    item.genres.slice(0, 3).join(", "),
    item.originalLanguage,
    "studio" in item ? item.studio : "network" in item ? item.network : undefined,
    item.status,
  ]).join(" · ");

/** AniDB's name for an anime and a link to it. AniDB has a separate page for each season of a series. */
function AnimeFacts({ item }: { item: Movie | Series }) {
  const ids = "animedbIds" in item ? item.animedbIds : "animedbId" in item && item.animedbId ? [item.animedbId] : [];
  if (ids.length === 0) return null;
  const names = [item.titleRomaji, item.titleKanji].filter((name) => name !== undefined);
  return (
    <p class="small">
      {names.join(" · ")} {ids.slice(0, MAX_LINKS).map((id, at) => (
        <>
          {" "}
          <a href={`https://anidb.net/anime/${id}`} rel="noreferrer">
            {ids.length === 1 ? "AniDB" : `AniDB ${at + 1}`}
          </a>
        </>
      ))}
    </p>
  );
}

/** Maximum number of AniDB links. A series that ran for decades has one AniDB page per season. */
const MAX_LINKS = 12;
