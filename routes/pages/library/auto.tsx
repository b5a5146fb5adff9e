import type { AutoItem, AutoStatus } from "../../../lib/library/auto/model.ts";
import { resultOf } from "../../../lib/library/auto/result.ts";
import { ago, bytes, count, exactTime, saving } from "../../../lib/kit/format.ts";
import { AskWithoutScript } from "../../../lib/ui/ask_without_script.tsx";
import { hxForm } from "../../../lib/ui/hx.ts";
import { Empty, Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { Moment } from "../../../lib/ui/components/moment.tsx";

/** Data of the auto transcode page. `webhooks` are the URLs to enter in the managers. */
export interface AutoData {
  status: AutoStatus;
  /** Space saved by finished auto transcode jobs, if there are any. */
  saved?: { jobs: number; inputBytes: number; savedBytes: number };
  /** Jobs that a scan would queue now. Undefined until the preview is requested. */
  preview?: { queued: AutoItem[]; pending: AutoItem[]; errors: string[]; line: string };
  webhooks: string[];
  now: Date;
}

/** Page for the automatic encoding of new remuxes: last results, and a preview of the next scan. */
export function AutoPage({ status, saved, preview, webhooks, now }: AutoData) {
  const link = useLink();
  return (
    <Page
      title="Auto transcode"
      lead={status.enabled ? "Enabled: new remuxes from Radarr and Sonarr are queued automatically." : "Disabled."}
      actions={
        <>
          <AutoSwitch isOn={status.enabled} />
          <a class="button" href={link("/policies")}>Policies</a>
          <a class="button" href={link("/auto?preview=1")}>Show what would be queued</a>
          <form {...hxForm(link("/api/auto/scan"), { then: "/auto" })}>
            <button type="submit" class="primary">Scan now</button>
          </form>
        </>
      }
    >
      {!status.enabled && (
        <Note>
          Manual scans still work. The scan interval and the profiles are set under{" "}
          <a href={link("/settings/auto#auto")}>Settings</a>.
        </Note>
      )}
      {saved && <Saved saved={saved} />}
      <LastScan status={status} now={now} />
      {preview && <Preview preview={preview} />}
      <Webhooks addresses={webhooks} />
    </Page>
  );
}

function AutoSwitch({ isOn }: { isOn: boolean }) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/settings"), { method: "put", then: "/auto" })}>
      <input type="hidden" name="auto.enabled:boolean" value={String(!isOn)} />
      <button type="submit">{isOn ? "Disable" : "Enable"}</button>
    </form>
  );
}

function Saved({ saved: { jobs, inputBytes, savedBytes } }: { saved: NonNullable<AutoData["saved"]> }) {
  return (
    <section class="section card" aria-labelledby="saved-h">
      <h2 id="saved-h">Saved so far</h2>
      <p>
        {`${bytes(savedBytes)} of ${bytes(inputBytes)} in ${count(jobs, "job")}: ` +
          `${saving(inputBytes, inputBytes - savedBytes)}.`}
      </p>
    </section>
  );
}

/** Jobs that the last scan queued, the time of the next scan, and the number of files that are not queued again. */
function LastScan({ status: { lastScan, nextScanAt, counts }, now }: Pick<AutoData, "status" | "now">) {
  return (
    <section class="section card stack" aria-labelledby="last-h">
      <h2 id="last-h">Last scan</h2>
      {lastScan
        ? (
          <>
            <p title={exactTime(lastScan.at)}>{`${resultOf(lastScan)}, ${ago(lastScan.at, now)}`}</p>
            {lastScan.errors.map((error) => <Note tone="warn">{error}</Note>)}
            <Items items={lastScan.queued} name="Queued" />
          </>
        )
        : (
          <Empty title="Not scanned yet">
            <p>
              The first scan only records the existing files. To queue them as well, include existing files in the
              settings.
            </p>
          </Empty>
        )}
      {nextScanAt && (
        <p class="quiet">
          Next scan: <Moment at={nextScanAt} />.
        </p>
      )}
      <p class="quiet small">
        {`${counts.queued + counts.existing} queued, ${counts.baseline} baseline and ` +
          `${counts.output} encoded files are in the scan history and are not queued again.`}
      </p>
      <ForgetForm />
    </section>
  );
}

function ForgetForm() {
  const link = useLink();
  return (
    <form
      {...hxForm(link("/api/auto/reset"), {
        confirm: "Reset the scan history? The next scan creates a new baseline.",
        then: "/auto",
      })}
    >
      <AskWithoutScript>Reset the scan history</AskWithoutScript>
      <button type="submit">Reset scan history</button>
    </form>
  );
}

function Preview({ preview: { line, errors, queued, pending } }: { preview: NonNullable<AutoData["preview"]> }) {
  return (
    <section class="section card stack" aria-labelledby="preview-h">
      <h2 id="preview-h">Scan preview</h2>
      <p>{line}</p>
      {errors.map((error) => <Note tone="warn">{error}</Note>)}
      <Items items={queued} name="Would be queued" />
      <Items items={pending} name="Deferred to the next scan" />
    </section>
  );
}

function Webhooks({ addresses }: { addresses: string[] }) {
  return (
    <section class="section card stack" aria-labelledby="hook-h">
      <h2 id="hook-h">Scan after each import (webhook)</h2>
      <p>
        In Radarr and Sonarr, add a Webhook connection with On Import and On Upgrade. A scan follows 15 seconds after
        each import. If authentication is enabled, append <code>?apikey=</code> and the API key to the address.
      </p>
      {addresses.map((address) => (
        <p class="command-copy">
          <code>{address}</code>
        </p>
      ))}
    </section>
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
