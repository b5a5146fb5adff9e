import type { ComponentChildren } from "preact";
import type { BinEntry, BinPage, UndoRunDetails } from "../../../../lib/jobs/bin_schema.ts";
import { bytes, count } from "../../../../lib/kit/format.ts";
import { IgnoredFilters } from "../../../../lib/ui/components/ignored_filters.tsx";
import { Moment } from "../../../../lib/ui/components/moment.tsx";
import { hx } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { type BinFilter, BinTable } from "./bin_table.tsx";
import { RunProgress } from "./run_progress.tsx";

interface BinListProps {
  list: BinPage;
  filter: BinFilter;
  /** Restore to show above the list. */
  run: UndoRunDetails | undefined;
  /** Number of files that were just deleted. */
  deleted: number | undefined;
  /** URL parameters without an effect, as `name=value`. */
  ignored: readonly string[];
  now: Date;
}

/** The recycle bins: what each file would bring back, and what is deleted next. */
export function BinListPage(data: BinListProps) {
  const link = useLink();
  return (
    <Page
      title="Originals kept"
      lead="Originals that were replaced by encodes, and encodes that were removed. Each is kept in a recycle bin next to its file until it expires."
      actions={
        <>
          <a class="button" href={link("/disk-usage")}>Disk usage</a>
          <a class="button" href={link("/settings/encoding#f-transcoding-keepOriginalDays")}>Set retention</a>
        </>
      }
    >
      <BinList {...data} />
    </Page>
  );
}

/** Content of the page. It updates itself while originals are being restored. */
export function BinList({ list, filter, run, deleted, ignored, now }: BinListProps) {
  const link = useLink();
  const live = run?.state === "running"
    ? hx({ get: link(`/bin?run=${run.id}`), trigger: "every 2s", swap: "outerMorph", target: "this" })
    : {};
  return (
    <div id="bin" {...live}>
      <IgnoredFilters ignored={ignored} />
      {run && <RunProgress run={run} />}
      {deleted !== undefined && (
        <Note tone={deleted === 0 ? "warn" : "info"}>
          {deleted === 0
            ? "No file was deleted: the files that replaced them no longer exist or were changed."
            : `${count(deleted, "file was", "files were")} deleted.`}
        </Note>
      )}
      {list.sums.originals + list.sums.encodes === 0
        ? (
          <Empty title="No originals are kept">
            <p>Once an encode replaces its original, the original is kept here and can be restored until it expires.</p>
          </Empty>
        )
        : (
          <>
            <Totals list={list} />
            <Together days={list.days} bulks={list.bulks} />
            <BinTable list={list} filter={filter} now={now} />
          </>
        )}
    </div>
  );
}

function Totals({ list: { sums, items } }: { list: BinPage }) {
  const { originals, encodes, sizeBytes, maxBytes, nextExpiry } = sums;
  const next = items.find((entry) => entry.next);
  return (
    <section class="card section" aria-label="Total">
      <dl class="facts">
        <Fact name="Originals">{String(originals)}</Fact>
        {encodes > 0 && <Fact name="Removed encodes">{String(encodes)}</Fact>}
        <Fact name="Size">{maxBytes === 0 ? bytes(sizeBytes) : `${bytes(sizeBytes)} of ${bytes(maxBytes)}`}</Fact>
        {next
          ? <Fact name="Deleted next">{nextText(next, sizeBytes > maxBytes && maxBytes > 0)}</Fact>
          : nextExpiry !== undefined && (
            <Fact name="Next expiry">
              <Moment at={nextExpiry} near />
            </Fact>
          )}
      </dl>
    </section>
  );
}

const nextText = ({ title, expiresAt }: BinEntry, isOverBudget: boolean) => (
  <>
    {title}, {isOverBudget ? "to keep the maximum size" : <Moment at={expiresAt} near />}
  </>
);

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Links to restore all originals of a day or of a bulk request. */
function Together({ days, bulks }: Pick<BinPage, "days" | "bulks">) {
  const link = useLink();
  if (days.length === 0) return null;
  return (
    <section class="section stack" aria-labelledby="together-h">
      <h2 id="together-h">Restore together</h2>
      <ul class="restore-groups">
        {days.map(({ day, originals, sizeBytes }) => (
          <li key={day}>
            <a class="button" href={link(`/bin/restore?day=${day}`)}>
              <Icon name="undo" size={16} />
              Restore {day}
            </a>{" "}
            <span class="quiet small">{count(originals, "original")}, {bytes(sizeBytes)}</span>
          </li>
        ))}
        {bulks.filter(({ originals }) => originals > 1).map(({ bulk, originals, sizeBytes, retiredAt }) => (
          <li key={bulk}>
            <a class="button" href={link(`/bin/restore?bulk=${encodeURIComponent(bulk)}`)}>
              <Icon name="undo" size={16} />
              Restore bulk request
            </a>{" "}
            <span class="quiet small">
              {count(originals, "original")}, {bytes(sizeBytes)}, <Moment at={retiredAt} near />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
