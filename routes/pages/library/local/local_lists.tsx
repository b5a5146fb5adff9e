import { bytes, count } from "../../../../lib/kit/format.ts";
import { type LocalItem, LocalQuery } from "../../../../lib/library/local_title_model.ts";
import type { Services } from "../../../services/services.ts";
import { chipsOf, type ListSource, type ListTitle, sizeField } from "../list/list_source.ts";
import { LocalPicture } from "./local_picture.tsx";

const FILTERS = {
  unknown: "Not identified",
  remux: "Remux",
  inQueue: "In queue",
  encoded: "Encoded here",
  anime: "Anime",
};

/** List of the titles that are not in a manager's library, optionally with managed titles. */
export function localList({ local, settings }: Pick<Services, "local" | "settings">): ListSource<LocalQuery> {
  const showsManaged = !settings.current().localMedia.hideArrManaged;
  return {
    schema: LocalQuery,
    kind: "local",
    path: "/local",
    title: "Local media",
    table: "Titles",
    one: "title",
    many: "titles",
    searched: "Title",
    lettered: ["title"],
    fields: [sizeField("video")],
    chips: [
      chipsOf("kind", { movie: "Movies", series: "Series", album: "Albums" }),
      chipsOf("filter", { ...(showsManaged ? { unmanaged: "Unmanaged" } : {}), ...FILTERS }),
      chipsOf("resolution", { "2160p": "2160p", "1080p": "1080p", "720p": "720p", sd: "SD" }),
      chipsOf("range", { hdr: "HDR", dv: "Dolby Vision", sdr: "SDR" }),
      chipsOf("codec", { h264: "H.264", hevc: "HEVC", av1: "AV1" }),
      chipsOf("sound", { lossless: "Lossless", lossy: "Lossy" }),
    ],
    sorts: [
      { sort: "title", label: "Title", first: "asc" },
      { sort: "year", label: "Year", first: "desc" },
      { sort: "size", label: "Size", first: "desc" },
    ],
    columns: [{ label: "Type" }, { label: "Quality", main: true }, { label: "Files", num: true }],
    async load(query) {
      const { items, total } = await local.items(query);
      return { titles: items.map((item) => localTitle(item, showsManaged)), total };
    },
    names: (query) => local.names(query),
    letters: (query) => local.letters(query),
  };
}

const KINDS = { movie: "Movie", series: "Series", album: "Album" } as const;

function localTitle(item: LocalItem, showsManaged: boolean): ListTitle {
  const { id, kind, title, year, artist, fileCount, size, quality, inQueue, encodedHere, managed } = item;
  const files = kind === "movie" && fileCount === 1 ? undefined : count(fileCount, kind === "album" ? "track" : "file");
  return {
    ...{ id, title, path: `/local/${id}`, sizeBytes: size },
    aside: [artist, year].filter((part) => part).join(" · "),
    image: <LocalPicture item={item} width={200} height={kind === "album" ? 200 : 300} />,
    line: [artist, year, files, bytes(size)].filter((part) => part).join(" · "),
    marks: (
      <span class="badges">
        {inQueue && <span class="badge" data-tone="accent">In queue</span>}
        {encodedHere && <span class="badge" data-tone="good">Encoded here</span>}
        {showsManaged && !managed && <span class="badge">Unmanaged</span>}
      </span>
    ),
    badges: quality === undefined ? [] : [quality],
    cells: [KINDS[kind], quality ?? "–", fileCount],
    canChoose: fileCount > 0,
  };
}
