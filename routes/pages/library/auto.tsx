import type { AutoItem, AutoStatus } from "../../../lib/library/auto/model.ts";
import { resultOf } from "../../../lib/library/auto/result.ts";
import { ago, bytes, count, exactTime, saving } from "../../../lib/kit/format.ts";
import { hx } from "../../../lib/ui/hx.ts";
import { Empty, Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

export interface AutoData {
  status: AutoStatus;
  /** What finished jobs of auto transcode brought, once there are any. */
  saved?: { jobs: number; inputBytes: number; savedBytes: number };
  /** What a scan would queue now; absent until somebody asks. */
  preview?: { queued: AutoItem[]; pending: AutoItem[]; errors: string[]; line: string };
  webhooks: string[];
  now: Date;
}

/** New remuxes, encoded without being asked: what was done, and what would be done now. */
export function AutoPage(data: AutoData) {
  const { status, webhooks, saved, now } = data;
  const link = useLink();
  return (
    <Page
      title="Auto transcode"
      lead={status.enabled ? "On: new remuxes of Radarr and Sonarr are queued by themselves." : "Off."}
      actions={
        <>
          <a class="button" href={link("/auto?preview=1")}>What would be queued</a>
          <form method="post" action={link("/api/auto/scan")} data-behaviour="ActionForms" data-then="/auto">
            <button type="submit" class="primary">Scan now</button>
          </form>
        </>
      }
    >
      {!status.enabled && (
        <Note>
          Scans by hand work all the same. Switch it on under <a href={link("/settings#auto")}>Settings</a>.
        </Note>
      )}
      {saved && (
        <section class="section card" aria-labelledby="saved-h">
          <h2 id="saved-h">Saved so far</h2>
          <p>
            {`${bytes(saved.savedBytes)} of ${bytes(saved.inputBytes)} by ${count(saved.jobs, "job")}: ` +
              `${saving(saved.inputBytes, saved.inputBytes - saved.savedBytes)}.`}
          </p>
        </section>
      )}
      <section class="section card stack" aria-labelledby="last-h">
        <h2 id="last-h">Last scan</h2>
        {status.lastScan
          ? (
            <>
              <p title={exactTime(status.lastScan.at)}>
                {`${resultOf(status.lastScan)}, ${ago(status.lastScan.at, now)}`}
              </p>
              {status.lastScan.errors.map((error) => <Note tone="warn">{error}</Note>)}
              <Items items={status.lastScan.queued} name="Queued" />
            </>
          )
          : (
            <Empty title="Nothing was scanned yet">
              <p>The first scan only remembers what is there, unless existing files are included in the settings.</p>
            </Empty>
          )}
        {status.nextScanAt && (
          <p class="quiet" title={exactTime(status.nextScanAt)}>
            {`The next scan is due at ${exactTime(status.nextScanAt)}.`}
          </p>
        )}
        <p class="quiet small">
          {`${status.counts.queued + status.counts.existing} queued, ${status.counts.baseline} of the baseline and ` +
            `${status.counts.output} written here are remembered and never queued again.`}
        </p>
        <form
          method="post"
          action={link("/api/auto/reset")}
          data-behaviour="ActionForms"
          data-then="/auto"
          {...hx({ confirm: "Forget every file that was seen? The next scan makes a new baseline." })}
        >
          <button type="submit">Forget what was seen</button>
        </form>
      </section>
      {data.preview && (
        <section class="section card stack" aria-labelledby="preview-h">
          <h2 id="preview-h">A scan now</h2>
          <p>{data.preview.line}</p>
          {data.preview.errors.map((error) => <Note tone="warn">{error}</Note>)}
          <Items items={data.preview.queued} name="Would be queued" />
          <Items items={data.preview.pending} name="Left for the scan after it" />
        </section>
      )}
      <section class="section card stack" aria-labelledby="hook-h">
        <h2 id="hook-h">Sooner, by webhook</h2>
        <p>
          In Radarr and Sonarr add a connection of the kind Webhook, with On Import and On Upgrade. A scan follows 15
          seconds after each import. With authentication on, <code>?apikey=</code> and the key go behind the address.
        </p>
        {webhooks.map((address) => (
          <p class="command-copy">
            <code>{address}</code>
          </p>
        ))}
      </section>
    </Page>
  );
}

function Items({ items, name }: { items: AutoItem[]; name: string }) {
  const link = useLink();
  if (items.length === 0) return null;
  return (
    <table aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">Quality</th>
          <th scope="col" class="num">Size</th>
          <th scope="col">Profile</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ title, subtitle, quality, sizeBytes, profileName, jobId }) => (
          <tr>
            <td>
              {jobId ? <a href={link(`/jobs/${jobId}`)}>{title}</a> : title} {subtitle}
            </td>
            <td>{quality}</td>
            <td class="num">{bytes(sizeBytes)}</td>
            <td>{profileName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
