import type { FoundTitle } from "../../local_title_model.ts";
import type { ParsedName } from "./parsed_name.ts";
import type { MediaEntry, MediaSource, NamedVideo } from "../reading/listing.ts";
import { dvdPart } from "./names.ts";
import { idsIn } from "./title_ids.ts";
import { itemId, looseKey } from "./title_key.ts";
import { titleKey } from "../../../kit/fold.ts";

interface MovieVideo extends NamedVideo {
  disc?: number;
}

/** A movie and its files. Several parts or versions belong to one movie. */
export interface RecognisedMovie {
  title: FoundTitle;
  videos: MovieVideo[];
}

/** Returns the movies among the videos in a folder: one if it belongs to a single movie, otherwise one per title. */
export function moviesOf(videos: NamedVideo[], source: MediaSource): RecognisedMovie[] {
  if (videos.length === 0) return [];
  const { place, parse } = source;
  const parts = withParts(videos, source);
  const groups = Map.groupBy(parts, ({ parsed }) => `${looseKey(parsed.title)}\0${parsed.year ?? ""}`);
  const isDisc = parts.some(({ entry }) => isOfDisc(entry));
  if (isDisc || !place.container) {
    const folder = parse(place.name, "movie");
    const years = new Set(parts.map(({ parsed }) => parsed.year).filter((year) => year !== undefined));
    const oneYear = folder.year !== undefined && [...years].every((year) => year === folder.year);
    const first = parts[0];
    if (first && (isDisc || oneYear || groups.size === 1)) {
      const named = folder.year !== undefined || first.parsed.year === undefined ? folder : first.parsed;
      return [{ title: movie(named, source, true, namesOf(parts)), videos: parts }];
    }
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ title: movie(first.parsed, source, false, namesOf(group)), videos: group }] : [];
  });
}

const namesOf = (videos: NamedVideo[]): string[] => videos.map(({ entry }) => entry.name);

/** Creates a movie. `fileNames` are the names of its videos. */
function movie(
  named: ParsedName,
  { root, place }: MediaSource,
  ownsFolder: boolean,
  fileNames: string[],
): FoundTitle {
  const title = named.title || place.name;
  const id = ownsFolder
    ? itemId("movie", place.folder)
    : itemId("movie", place.folder, `${looseKey(title)} ${named.year ?? ""}`);
  const ids = [...(ownsFolder ? [place.name] : []), ...fileNames].map(idsIn).find((found) => found !== undefined);
  return {
    id,
    kind: "movie",
    title,
    titleKey: titleKey(title),
    ...(named.year === undefined ? {} : { year: named.year }),
    anime: place.anime,
    imageCue: false,
    folder: place.folder,
    ownsFolder,
    root,
    ...(ids === undefined ? {} : { ids }),
  };
}

const PART = /[ ._-]+(?:cd|part|pt|disc|disk|dvd)[ ._-]?(\d{1,2})(?=\.[^.]+$)/i;

/** True for a disc folder or a file of a DVD. Their names do not contain the title. */
export const isOfDisc = ({ name, type }: MediaEntry): boolean => type === "disc" || dvdPart(name) !== undefined;

/** Combines files such as `Heat - cd1` and `Heat - cd2`. A single part may be a title: `Dune Part 2`. */
function withParts(videos: NamedVideo[], { place, parse }: MediaSource): MovieVideo[] {
  const dvd = videos.map((video) => ({ video, part: dvdPart(video.entry.name)?.part }));
  if (dvd.every(({ part }) => part !== undefined)) {
    return dvd.map(({ video, part }) => ({ ...video, ...(part === undefined ? {} : { disc: part }) }));
  }
  const split = videos.map((video) => {
    const part = PART.exec(video.entry.name);
    return { video, part, base: part ? video.entry.name.replace(PART, "").toLowerCase() : "" };
  });
  const counts = Map.groupBy(split, ({ base }) => base);
  return split.map(({ video, part, base }) => {
    if (!part || (counts.get(base)?.length ?? 0) < 2) {
      return { ...video, ...(place.disc === undefined ? {} : { disc: place.disc }) };
    }
    const whole = parse(video.entry.name.replace(PART, ""), "movie");
    return { ...video, parsed: { ...video.parsed, title: whole.title, year: whole.year }, disc: Number(part[1]) };
  });
}
