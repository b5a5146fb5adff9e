import type { LocalStatus } from "../../../../lib/library/local_title_model.ts";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { changesList, ListLink } from "../list/list_narrow.tsx";
import { type ListData, ListPage } from "../list/list_page.tsx";
import { listAddress, type ShownList } from "../list/list_query.ts";
import { LocalState } from "./local_state.tsx";

/** Index of local media and the progress of its scan. */
export interface LocalListData {
  data: ListData;
  status: LocalStatus;
  /** True if the index is enabled. */
  enabled: boolean;
}

/** Page of the titles on this machine that are not in a manager's library, with the scanned folders. */
export function LocalListPage({ data, status, enabled }: LocalListData) {
  const link = useLink();
  return (
    <ListPage
      data={data}
      lead="Movies, series and albums on this server that Radarr, Sonarr and Lidarr do not manage."
      actions={
        <>
          <form {...hxForm(link("/api/local/metadata/refresh"), { then: "/local" })}>
            <button type="submit">Look up titles</button>
          </form>
          <form {...hxForm(link("/api/local/scan"), { then: "/local" })}>
            <button type="submit" class="primary" disabled={!enabled}>
              <Icon name="retry" />
              Scan now
            </button>
          </form>
        </>
      }
      empty={<Nothing status={status} />}
    >
      {!enabled && (
        <Note>
          Local media is disabled; these titles were found earlier. Enable it under{" "}
          <a href={link("/settings/library#local")}>Settings</a>.
        </Note>
      )}
      <LocalLive list={data.list} status={status} total={data.total} shown={data.total} now={data.now} />
    </ListPage>
  );
}

interface LiveProps {
  list: ShownList;
  status: LocalStatus;
  /** Current number of titles, and the number when the page was rendered. */
  total: number;
  shown: number;
  /** True if an open page polls because a scan was in progress at its previous request. */
  again?: boolean;
  now: Date;
}

/**
 * The part of the page that changes during a scan. It polls until the scan has ended, and leaves the list below
 * unchanged.
 */
export function LocalLive({ list, status, total, shown, again = false, now }: LiveProps) {
  const link = useLink();
  const isBusy = status.scanning || status.metadata?.running === true;
  const isFirst = shown === 0 && total > 0;
  const live = link(`/local${listAddress(list, { part: "live", shown: isFirst ? total : shown })}`);
  const redrawn = isBusy ? hx({ get: live, trigger: "every 2s", swap: "outerMorph", target: "this" }) : {};
  const hasMore = again && !isFirst && (total !== shown || !isBusy);
  return (
    <div id="local-live" class="redrawn stack section" {...redrawn}>
      <LocalState status={status} open={total === 0} now={now} />
      {isFirst && <span {...changesList(link(`/local${listAddress(list)}`), { trigger: "load" })} hidden />}
      {hasMore && (
        <p>
          <ListLink list={list} change={{}} class="button">Show results</ListLink>
        </p>
      )}
    </div>
  );
}

function Nothing({ status }: { status: LocalStatus }) {
  const link = useLink();
  if (status.roots.length === 0) {
    return (
      <Empty title="No folders yet">
        <p>
          The local folder of every <a href={link("/settings/connections#paths")}>path mapping</a>{" "}
          is scanned automatically. Add more folders under <a href={link("/settings/library#local")}>Settings</a>.
        </p>
      </Empty>
    );
  }
  if (status.scanning) {
    return (
      <Empty title="Scanning your folders">
        <p>Titles appear here during the scan.</p>
      </Empty>
    );
  }
  return (
    <Empty title={status.scannedAt === undefined ? "Not scanned yet" : "No results"}>
      <p>
        {status.scannedAt === undefined
          ? "Press “Scan now” to scan your folders."
          : status.counts.hiddenArr > 0
          ? "Everything in these folders is managed by Radarr, Sonarr or Lidarr."
          : "There are no movies, series or albums in these folders."}
      </p>
    </Empty>
  );
}
