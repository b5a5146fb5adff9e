import { dirname } from "node:path";
import type { FoundTitle } from "../../local_title_model.ts";
import type { ParsedName } from "./parsed_name.ts";
import type { MediaSource } from "../reading/listing.ts";
import { idsIn } from "./title_ids.ts";
import { itemId, looseKey } from "./title_key.ts";
import { titleKey } from "../../../kit/fold.ts";

/** Returns the show of an episode, from its folder, or, in folders with many shows, from its name. */
export function showOf(episode: ParsedName, { root, place, parse }: MediaSource): FoundTitle {
  const anime = place.anime || (place.kind === undefined && episode.absolute.length > 0);
  const base = { kind: "series" as const, anime, imageCue: false, root };
  if (place.container) return loose(episode, place.folder);

  const folder = ownFolder();
  const parsed = parse(folder.name);
  const isPack = parsed.seasons.length > 0 || parsed.season !== undefined;
  // `Show.S01.1080p-GRP` and `Show.S02.1080p-GRP` are one show.
  if (isPack && parsed.title !== "") return { ...loose(parsed, dirname(folder.path)), ...idsOf(folder.name) };
  const title = parsed.title || folder.name;
  return {
    ...base,
    id: itemId("series", folder.path),
    title,
    titleKey: titleKey(title),
    ...(parsed.year === undefined ? {} : { year: parsed.year }),
    folder: folder.path,
    ownsFolder: true,
    ...idsOf(folder.name),
  };

  function loose(named: ParsedName, parent: string): FoundTitle {
    const title = named.title || place.name;
    return {
      ...base,
      id: itemId("series", parent, looseKey(title)),
      title,
      titleKey: titleKey(title),
      ...(named.year === undefined ? {} : { year: named.year }),
      folder: parent,
      ownsFolder: false,
    };
  }

  /** For `Show/Some Arc`, returns the folder with the name of the show, otherwise the innermost folder. */
  function ownFolder(): { path: string; name: string } {
    const innermost = { path: place.folder, name: place.name };
    if (place.season !== undefined || place.above.length === 0) return innermost;
    const parsed = parse(place.name);
    const wanted = looseKey(episode.title || parsed.title);
    let path = place.folder;
    for (const name of [place.name, ...place.above.toReversed()]) {
      const inner = name === place.name && path === place.folder;
      const pack = inner && (parsed.seasons.length > 0 || parsed.season !== undefined);
      if (!pack && wanted !== "" && looseKey(parse(name).title) === wanted) return { path, name };
      path = dirname(path);
    }
    return innermost;
  }
}

function idsOf(folder: string): Pick<FoundTitle, "ids"> {
  const ids = idsIn(folder);
  return ids === undefined ? {} : { ids };
}
