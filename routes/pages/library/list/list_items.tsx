import { bytes } from "../../../../lib/kit/format.ts";
import { useLink } from "../../../../lib/ui/render.tsx";
import { ListLink } from "./list_narrow.tsx";
import type { ShownList } from "./list_query.ts";
import type { ListFacts, ListSort, ListTitle } from "./list_source.ts";

interface ItemProps {
  facts: ListFacts;
  title: ListTitle;
  place: number;
}

/** Posters or rows of one chunk of a list. Positions are counted from the top of the whole list. */
export function ListItems({ list: { facts, view, query }, titles }: { list: ShownList; titles: readonly ListTitle[] }) {
  const first = query.offset ?? 0;
  return (
    <>
      {titles.map((title, i) =>
        view === "table"
          ? <Row facts={facts} title={title} place={first + i} />
          : <Poster facts={facts} title={title} place={first + i} />
      )}
    </>
  );
}

function Poster({ facts, title, place }: ItemProps) {
  const link = useLink();
  const { id, path, line, marks, badges, canChoose } = title;
  return (
    <article class="poster" data-id={id} data-place={place}>
      <a href={link(path)} data-title>
        {title.image}
        <span class="poster-title">{title.title}</span>
      </a>
      <p class="quiet small one-line">{line}</p>
      <div class="poster-marks">
        {marks}
        {badges.map((word) => <span class="badge">{word}</span>)}
      </div>
      {canChoose && <TitleTick facts={facts} title={title} />}
    </article>
  );
}

function Row({ facts, title, place }: ItemProps) {
  const link = useLink();
  const { id, path, aside, marks, cells, sizeBytes, canChoose } = title;
  return (
    <div
      role="row"
      class={sizeBytes === 0 ? "title-row is-missing" : "title-row"}
      data-id={id}
      data-place={place}
      aria-rowindex={place + 2}
    >
      <div role="cell" class="row-tick">{canChoose && <TitleTick facts={facts} title={title} />}</div>
      <div role="cell" class="lead one-line">
        <a href={link(path)} data-title>{title.title}</a> <span class="quiet">{aside}</span>
      </div>
      {facts.columns.map((column, i) => <div role="cell" class={classOf(column, "one-line")}>{cells[i]}</div>)}
      <div role="cell" class="num row-size">{sizeBytes > 0 ? bytes(sizeBytes) : "–"}</div>
      <div role="cell" class="row-marks">{marks}</div>
    </div>
  );
}

const classOf = ({ main, num }: ListFacts["columns"][number], more = ""): string =>
  [main ? "row-main" : "row-more quiet", num ? "num" : "", more].filter(Boolean).join(" ");

/** Checkbox of a title with files. Without JavaScript, the form sends the title IDs. */
function TitleTick({ facts: { kind }, title: { id, title } }: Omit<ItemProps, "place">) {
  return (
    <label class="check">
      <input
        type="checkbox"
        data-tick
        name={kind === "local" ? "titles.ids:texts" : "titles.ids:numbers"}
        value={id}
        aria-label={`Select ${title}`}
      />
    </label>
  );
}

/** Sort links above posters or rows. */
export function SortLinks({ list }: { list: ShownList }) {
  return (
    <div class="sort-links" role="group" aria-label="Sort">
      {list.facts.sorts.map((one) => <SortLink list={list} by={one} />)}
    </div>
  );
}

/** Link that sorts by a field. The link of the current field reverses the order. */
function SortLink({ list, by: { sort, label, first } }: { list: ShownList; by: ListSort }) {
  const on = list.query.sort === sort;
  const now = list.query.order ?? first;
  return (
    <ListLink list={list} change={{ sort, order: on ? other(now) : first }} current={on}>
      {label}
      {on && (
        <span>
          <span aria-hidden="true">{now === "asc" ? "\u00a0↑" : "\u00a0↓"}</span>
          <span class="visually-hidden">{now === "asc" ? ", ascending" : ", descending"}</span>
        </span>
      )}
    </ListLink>
  );
}

const other = (order: "asc" | "desc") => order === "asc" ? "desc" : "asc";

/** Column names of the rows. Sortable columns are links. */
export function RowHeads({ list }: { list: ShownList }) {
  const { sorts, columns } = list.facts;
  const head = (label: string, sort: string | undefined, name?: string) => {
    const by = sorts.find((one) => one.sort === sort);
    const order = by && list.query.sort === by.sort ? list.query.order ?? by.first : undefined;
    return (
      <div
        role="columnheader"
        class={name}
        aria-sort={order && (order === "asc" ? "ascending" : "descending")}
      >
        {by ? <SortLink list={list} by={{ ...by, label }} /> : label}
      </div>
    );
  };
  return (
    <div role="row" class="title-row title-heads" aria-rowindex={1}>
      <div role="columnheader" class="row-tick">
        <span class="visually-hidden">Select</span>
      </div>
      {head("Title", "title")}
      {columns.map((column) => head(column.label, column.sort, classOf(column)))}
      {head("Size", "size", "num row-size")}
      {head("State", undefined, "row-marks")}
    </div>
  );
}
