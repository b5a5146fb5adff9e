import type { Movie, Series } from "../../../../lib/library/video/model.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { episodesOf, type LibraryPageKind, Marks, onDisk, streamsOf, TitleTick } from "./library_parts.tsx";
import { ListLink } from "./library_narrow.tsx";
import type { ShownList } from "./list_query.ts";

interface ItemsProps {
  list: ShownList;
  items: (Movie | Series)[];
}

const fileOf = (item: Movie | Series) => "file" in item ? item.file : undefined;
const sizeOf = (item: Movie | Series): number =>
  "statistics" in item ? item.statistics.sizeOnDisk : item.file?.size ?? 0;
const hasFiles = (item: Movie | Series): boolean =>
  "statistics" in item ? item.statistics.episodeFileCount > 0 : item.file?.visible === true;

/** A piece of a list: posters or rows, nothing around them. Places count from the top of the whole list. */
export function LibraryItems({ list: { kind, view, query }, items }: ItemsProps) {
  const first = query.offset ?? 0;
  return (
    <>
      {items.map((item, i) =>
        view === "table"
          ? <Row item={item} kind={kind} place={first + i} />
          : <Poster item={item} kind={kind} place={first + i} />
      )}
    </>
  );
}

function Poster({ item, kind, place }: { item: Movie | Series; kind: LibraryPageKind; place: number }) {
  const link = useLink();
  return (
    <article class="poster" data-id={item.id} data-place={place}>
      <a href={link(`/${kind}/${item.id}`)} data-title>
        <Picture url={item.poster} title={item.title} width={200} height={300} />
        <span class="poster-title">{item.title}</span>
      </a>
      <p class="quiet small one-line">{posterLine(item)}</p>
      <div class="poster-marks">
        <Marks title={item} file={fileOf(item)} />
        {posterBadges(item).map((word) => <span class="badge">{word}</span>)}
      </div>
      {hasFiles(item) && (
        <div class="poster-check">
          <TitleTick kind={kind} item={item} place={place} />
        </div>
      )}
    </article>
  );
}

const posterLine = (item: Movie | Series): string =>
  [item.year, "statistics" in item ? onDisk(item) : sizeOf(item) > 0 ? bytes(sizeOf(item)) : "missing"]
    .filter((part) => part).join(" · ");

/** `Remux-2160p`, `HDR10`: what tells one copy from another at a glance. */
const posterBadges = (item: Movie | Series): string[] => {
  const file = fileOf(item);
  return file ? [file.quality, file.hdr].flatMap((word) => word ?? []) : [];
};

function Row({ item, kind, place }: { item: Movie | Series; kind: LibraryPageKind; place: number }) {
  const link = useLink();
  const file = fileOf(item);
  const size = sizeOf(item);
  return (
    <div
      role="row"
      class={size === 0 ? "title-row is-missing" : "title-row"}
      data-id={item.id}
      data-place={place}
      aria-rowindex={place + 2}
    >
      <div role="cell">{hasFiles(item) && <TitleTick kind={kind} item={item} place={place} />}</div>
      <div role="cell" class="lead one-line">
        <a href={link(`/${kind}/${item.id}`)} data-title>{item.title}</a> <span class="quiet">{item.year}</span>
      </div>
      <div role="cell" class="one-line">
        {"statistics" in item ? episodesOf(item) : file?.quality ?? "missing"}
      </div>
      <div role="cell" class="one-line quiet">
        {file ? streamsOf(file) : "qualityProfile" in item ? item.qualityProfile : ""}
      </div>
      <div role="cell" class="num">{size > 0 ? bytes(size) : "–"}</div>
      <div role="cell" class="row-marks">
        <Marks title={item} file={file} />
      </div>
    </div>
  );
}

const HEADS = [
  ["Title", "title"],
  ["Year", "year"],
  ["Size", "size"],
  ["Added", "added"],
] as const;

/** What a list is sorted by: links above posters and rows alike. */
export function SortLinks({ list }: { list: ShownList }) {
  const { query } = list;
  return (
    <div class="sort-links" role="group" aria-label="Sort">
      {[...HEADS, ...(query.filter === "anime" || query.sort === "romaji" ? [["Romaji", "romaji"] as const] : [])].map(
        ([label, sort]) => {
          const on = query.sort === sort;
          // Names begin at A, sizes and dates with the most.
          const usual = sort === "title" || sort === "romaji" ? "asc" : "desc";
          const order = on ? query.order === "asc" ? "desc" : "asc" : usual;
          return (
            <ListLink list={list} change={{ sort, order }} current={on}>
              {label}
              {on && (
                <span aria-label={query.order === "asc" ? ", upwards" : ", downwards"}>
                  {query.order === "asc" ? " ↑" : " ↓"}
                </span>
              )}
            </ListLink>
          );
        },
      )}
    </div>
  );
}

/** The names of the columns, for the rows below. */
export function RowHeads({ kind }: { kind: LibraryPageKind }) {
  return (
    <div role="row" class="title-row title-heads" aria-rowindex={1}>
      <div role="columnheader">
        <span class="visually-hidden">Choose</span>
      </div>
      <div role="columnheader">Title</div>
      <div role="columnheader">{kind === "movies" ? "Quality" : "Episodes"}</div>
      <div role="columnheader">{kind === "movies" ? "Streams" : "Profile"}</div>
      <div role="columnheader" class="num">Size</div>
      <div role="columnheader">State</div>
    </div>
  );
}
