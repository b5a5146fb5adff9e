import type { Backup } from "../../../../lib/platform/model.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { hx, hxAction } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty, Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { CHANGES, Redrawn, SystemPage, When } from "./system_frame.tsx";

/** Data of the backups page, newest backup first. */
export interface BackupsData {
  backups: Backup[];
  now: Date;
}

/** Page to create, download and restore backups. */
export function BackupsPage(data: BackupsData) {
  const link = useLink();
  return (
    <SystemPage
      title="Backups"
      lead={
        <>
          Backups contain settings, profiles, history and events, but no media. The backup interval is set under{" "}
          <a href={link("/settings/general#backups")}>Settings</a>.
        </>
      }
    >
      <Redrawn url={link("/system/backups?part=list")} target="#backups">
        <div class="stack">
          <Note tone="warn">
            Backups contain your keys and passwords in plain text. Store downloaded backups where no one else can read
            them.
          </Note>
          <form
            {...hxAction(link("/api/system/backups"))}
            class={CHANGES}
            {...hx({ disable: "find button" })}
          >
            <button type="submit" class="primary">
              <Icon name="plus" size={16} />Back up now
            </button>
          </form>
          <BackupList {...data} />
        </div>
      </Redrawn>
      <RestoreFile />
    </SystemPage>
  );
}

const TYPES: Record<Backup["type"], string> = {
  manual: "Manual",
  scheduled: "Scheduled",
  "before-restore": "Before a restore",
  "before-migration": "Before an update",
};

/** Content that is updated after a backup has been created or deleted. */
export function BackupList({ backups, now }: BackupsData) {
  return (
    <section id="backups" aria-label="Backups">
      {backups.length === 0
        ? (
          <Empty title="No backups yet">
            <p>Create the first backup above. Later backups are created at the interval in the settings.</p>
          </Empty>
        )
        : (
          <div class="card flush">
            <table class="cards">
              <thead>
                <tr>
                  <th scope="col">Backup</th>
                  <th scope="col">Version</th>
                  <th scope="col" class="num">Size</th>
                  <th scope="col">Created</th>
                  <th scope="col">
                    <span class="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>{backups.map((backup) => <BackupRow key={backup.name} backup={backup} now={now} />)}</tbody>
            </table>
          </div>
        )}
    </section>
  );
}

function BackupRow({ backup, now }: { backup: Backup; now: Date }) {
  const { name, sizeBytes, createdAt, type, version } = backup;
  const link = useLink();
  const url = link(`/api/system/backups/${encodeURIComponent(name)}`);
  const named = <span class="visually-hidden">{name}</span>;
  return (
    <tr>
      <td class="lead">
        {TYPES[type]}
        <span class="small quiet path block">{name}</span>
      </td>
      <td data-label="Version">{version}</td>
      <td class="num" data-label="Size">{bytes(sizeBytes)}</td>
      <td class="moment" data-label="Created">
        <When at={createdAt} now={now} />
      </td>
      <td class="row-actions">
        <div class="actions">
          <a class="button" href={url} download={name}>Download{named}</a>
          <form
            method="post"
            action={`${url}/restore`}
            data-behaviour="restart"
            data-confirm={restoreWords(`the backup ${name}`)}
          >
            <button type="submit">Restore{named}</button>
          </form>
          <button
            type="button"
            class={`ghost icon-button danger scripted ${CHANGES}`}
            aria-label={`Delete ${name}`}
            title="Delete"
            {...hx({ delete: url, swap: "none", confirm: `Delete the backup ${name} permanently?` })}
          >
            <Icon name="trash" size={18} />
          </button>
        </div>
      </td>
    </tr>
  );
}

const restoreWords = (what: string): string =>
  `Restore ${what}? Current settings, profiles, history and events are replaced. A safety backup of them is created first, ` +
  "and Lathe restarts: running encodes are stopped.";

/** Form to restore from a file. A script uploads the raw file. Without JavaScript, the form sends it. */
function RestoreFile() {
  return (
    <section class="section card stack" aria-labelledby="upload-h">
      <h2 id="upload-h">Restore from a file</h2>
      <p class="quiet small">
        Choose a backup from this or an older version of Lathe, up to 2 GB. The data that it replaces is kept in a
        safety backup.
      </p>
      <form
        method="post"
        action={useLink()("/api/system/backups/restore")}
        enctype="multipart/form-data"
        class="upload"
        data-behaviour="upload"
        data-confirm={restoreWords("this file")}
      >
        <div class="field">
          <label for="backup-file">Backup file</label>
          <input type="file" id="backup-file" name="file" accept=".zip,application/zip" required />
        </div>
        <button type="submit" class="danger">Restore this file</button>
      </form>
    </section>
  );
}
