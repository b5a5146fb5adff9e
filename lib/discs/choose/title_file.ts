import { basename, join } from "node:path";
import type { StoredRip, TitleRole } from "../rip_schema.ts";
import type { DiscTitle } from "../title_schema.ts";
import { isExtra, ripFileName } from "./rip_names.ts";

/** Fields of a rip used in the file names of its titles. */
export type NamedRip = Pick<
  StoredRip,
  "media" | "discType" | "discName" | "label" | "titles" | "titleRoles" | "episodeMap" | "selectedTitleIds" | "files"
>;

/**
 * Returns the output files of the titles by title ID, relative to the folder of the disc. Extras are in a separate
 * folder. Pure.
 */
export function titleFiles(rip: NamedRip): Map<number, string> {
  const selected = new Set(rip.selectedTitleIds);
  const isMany = hasManyUnknown(rip);
  // Files that have been copied keep their names, even if an earlier title is selected later.
  const taken = new Map(rip.files.map(({ path, titleId }) => [basename(path).toLowerCase(), titleId]));
  const isTaken = (name: string, id: number) => (taken.get(name.toLowerCase()) ?? id) !== id;
  const files = new Map<number, string>();
  for (const title of rip.titles.toSorted((a, b) => a.id - b.id)) {
    const own = fileName(rip, title, isMany);
    let name = own;
    // Two titles with the same name, such as two cuts of a movie, get different files, even on case-insensitive file
    // systems.
    for (let turn = 1; isTaken(name, title.id); turn++) {
      const number = turn === 1 ? title.id + 1 : `${title.id + 1}, ${turn}`;
      name = own.replace(/\.mkv$/, ` (title ${number}).mkv`);
    }
    if (selected.has(title.id)) taken.set(name.toLowerCase(), title.id);
    files.set(title.id, isExtra(roleOf(rip, title)) ? join("Extras", name) : name);
  }
  return files;
}

function fileName(rip: NamedRip, title: DiscTitle, isMany: boolean): string {
  const { media, discType, discName, label, episodeMap } = rip;
  return ripFileName({
    media: media.title === "" ? { ...media, title: discName || label || "Disc" } : media,
    discType,
    titleName: title.name,
    role: roleOf(rip, title),
    episodes: [episodeMap[String(title.id)] ?? []].flat(),
    ...(isMany ? { place: { number: title.id + 1, seconds: title.durationSeconds } } : {}),
  });
}

const roleOf = ({ media, titleRoles }: NamedRip, { id }: DiscTitle): TitleRole =>
  titleRoles[String(id)] ?? (media.kind === "series" ? { kind: "episode" } : { kind: "feature" });

/** On an unknown disc with several titles, number and length allow users to distinguish them. */
const hasManyUnknown = ({ media, titles, titleRoles }: NamedRip): boolean =>
  media.kind === "unknown" && titles.filter(({ id }) => titleRoles[String(id)]?.kind !== "extra").length > 1;
