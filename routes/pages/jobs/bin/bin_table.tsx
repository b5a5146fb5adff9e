import type { BinEntry, BinPage, BinQuery } from "../../../../lib/jobs/bin_schema.ts";
import { ago, bytes, exactTime } from "../../../../lib/kit/format.ts";
import { Moment } from "../../../../lib/ui/components/moment.tsx";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Filter and order of the list. */
export type BinFilter = Omit<BinQuery, "limit">;

interface BinTableProps {
  list: BinPage;
  filter: BinFilter;
  now: Date;
}

/** Entries of the recycle bins, with actions for each and for the selected ones. Works without JavaScript. */
export function BinTable({ list, filter, now }: BinTableProps) {
  const link = useLink();
  return (
    <form class="section" method="get" action={link("/bin/restore")} aria-label="Kept files">
      <div class="section-head">
        <h2>Kept files</h2>
        <div class="actions">
          <button type="submit">
            <Icon name="undo" size={16} />Restore selected
          </button>
          <button type="submit" formaction={link("/bin/delete")}>
            <Icon name="trash" size={16} />Delete selected
          </button>
        </div>
      </div>
      <div class="card flush">
        <table class="cards bin-table">
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">Selected</span>
              </th>
              <th scope="col">Title</th>
              <SortHead filter={filter} by="size" first="desc">Size</SortHead>
              <th scope="col">Replaced</th>
              <SortHead filter={filter} by="expiresAt" first="asc">Expires</SortHead>
              <th scope="col">
                <span class="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>{list.items.map((entry) => <Row key={entry.path} entry={entry} now={now} />)}</tbody>
        </table>
      </div>
      <Pages filter={filter} pages={Math.ceil(list.total / list.limit)} />
    </form>
  );
}

function Row({ entry, now }: { entry: BinEntry; now: Date }) {
  const link = useLink();
  const { jobId, kind, title, restoresTo, sizeBytes, retiredAt, expiresAt, restorable, reason, keptBecause } = entry;
  return (
    <tr>
      <td class="tick" data-label="">
        <label class="check">
          <input type="checkbox" name="id" value={jobId} aria-label={`Select ${title}`} />
        </label>
      </td>
      <td class="lead">
        <a href={link(`/jobs/${jobId}`)}>{title}</a> {kind === "encode" && <span class="badge">encode</span>}{" "}
        {entry.next && <span class="badge" data-tone="warn">deleted next</span>}
        <div class="quiet small path">{kind === "original" ? `Returns to ${restoresTo}` : `Was ${restoresTo}`}</div>
        {reason !== undefined && kind === "original" && (
          <div class="row-error small path">Cannot be restored: {reason}</div>
        )}
      </td>
      <td class="num" data-label="Size">{bytes(sizeBytes)}</td>
      <td data-label="Replaced">
        <time dateTime={retiredAt} title={exactTime(retiredAt)}>{ago(retiredAt, now)}</time>
      </td>
      <td data-label="Expires">
        {keptBecause === undefined ? <Moment at={expiresAt} near /> : <span class="small">Stays: {keptBecause}</span>}
      </td>
      <td class="row-actions" data-label="">
        <span class="actions">
          {restorable && (
            <a class="button" href={link(`/bin/restore?id=${jobId}`)} aria-label={`Restore ${title}`}>Restore</a>
          )}
          <a class="button" href={link(`/bin/delete?id=${jobId}`)} aria-label={`Delete ${title} now`}>Delete now</a>
        </span>
      </td>
    </tr>
  );
}

const addressOf = (filter: BinFilter): string => {
  const { kind, sort, order, page } = filter;
  return `/bin?${new URLSearchParams({ ...(kind ? { kind } : {}), sort, order, page: String(page) })}`;
};

interface SortHeadProps {
  filter: BinFilter;
  by: BinFilter["sort"];
  first: BinFilter["order"];
  children: string;
}

/** Column head that sorts by the column. A second selection reverses the order. */
function SortHead({ filter, by, first, children }: SortHeadProps) {
  const link = useLink();
  const isActive = filter.sort === by;
  const order = isActive ? (filter.order === "asc" ? "desc" : "asc") : first;
  const sorted = filter.order === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" class={by === "size" ? "num" : undefined} aria-sort={isActive ? sorted : undefined}>
      <a href={link(addressOf({ ...filter, sort: by, order, page: 1 }))}>{children}</a>
    </th>
  );
}

function Pages({ filter, pages }: { filter: BinFilter; pages: number }) {
  const link = useLink();
  if (pages < 2) return null;
  const { page } = filter;
  return (
    <nav class="page-links" aria-label="Pages">
      {page > 1 && <a class="button" href={link(addressOf({ ...filter, page: page - 1 }))}>Previous page</a>}
      <span class="quiet">Page {page} of {pages}</span>
      {page < pages && <a class="button" href={link(addressOf({ ...filter, page: page + 1 }))}>Next page</a>}
    </nav>
  );
}
