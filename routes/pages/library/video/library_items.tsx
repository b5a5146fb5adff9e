import type { Movie, Series } from "../../../../lib/library/video/model.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import {
  episodesOf,
  type LibraryPageKind,
  type LibraryView,
  Marks,
  onDisk,
  streamsOf,
  Tick,
} from "./library_parts.tsx";

interface ItemsProps {
  kind: LibraryPageKind;
  items: (Movie | Series)[];
  view: LibraryView;
}

/** The titles of a page, as posters or as rows. Films with a file can be ticked. */
export function LibraryItems({ kind, items, view }: ItemsProps) {
  if (view === "table") return <Table kind={kind} items={items} />;
  return (
    <div class="posters">
      {items.map((item, i) => <Poster item={item} kind={kind} index={i} />)}
    </div>
  );
}

const fileOf = (item: Movie | Series) => "file" in item ? item.file : undefined;

function Poster({ item, kind, index }: { item: Movie | Series; kind: LibraryPageKind; index: number }) {
  const link = useLink();
  const file = fileOf(item);
  return (
    <article class="poster">
      <a href={link(`/${kind}/${item.id}`)}>
        <Picture url={item.poster} width={200} height={300} />
        <span class="poster-title">{item.title}</span>
      </a>
      <p class="quiet small">{[item.year, onDisk(item)].filter((part) => part).join(" · ")}</p>
      <Marks title={item} file={file} />
      {file?.visible && (
        <div class="poster-check">
          <Tick kind={kind} index={index} file={file} name={item.title} />
        </div>
      )}
    </article>
  );
}

function Table({ kind, items }: { kind: LibraryPageKind; items: (Movie | Series)[] }) {
  const films = kind === "movies";
  return (
    <div class="table-wrap section">
      <table class="cards" aria-label={films ? "Films" : "Series"}>
        <thead>
          <tr>
            {films && (
              <th scope="col">
                <span class="visually-hidden">Choose</span>
              </th>
            )}
            <th scope="col">Title</th>
            <th scope="col">{films ? "Quality" : "Episodes"}</th>
            {films && <th scope="col">Streams</th>}
            <th scope="col" class="num">Size</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => <Row item={item} kind={kind} index={i} />)}
        </tbody>
      </table>
    </div>
  );
}

function Row({ item, kind, index }: { item: Movie | Series; kind: LibraryPageKind; index: number }) {
  const link = useLink();
  const file = fileOf(item);
  const films = kind === "movies";
  const size = "statistics" in item ? item.statistics.sizeOnDisk : file?.size ?? 0;
  return (
    <tr class={size === 0 ? "is-missing" : undefined}>
      {films && (
        <td data-label="">
          {file?.visible && <Tick kind={kind} index={index} file={file} name={item.title} />}
        </td>
      )}
      <td class="lead">
        <a href={link(`/${kind}/${item.id}`)}>{item.title}</a> <span class="quiet">{item.year}</span>
      </td>
      <td data-label={films ? "Quality" : "Episodes"}>
        {"statistics" in item ? episodesOf(item) : file?.quality ?? "missing"}
      </td>
      {films && <td data-label="Streams">{file ? streamsOf(file) : "–"}</td>}
      <td class="num" data-label="Size">{size > 0 ? bytes(size) : "–"}</td>
      <td data-label="State">
        <Marks title={item} file={file} />
      </td>
    </tr>
  );
}
