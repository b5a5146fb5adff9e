import type { LogFile } from "../../../../lib/platform/logs/log_files.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { CHANGES, Redrawn, SystemPage, When } from "./system_frame.tsx";

/** Number of lines shown from a file. */
export const LOG_LINES = 500;

/** Files of the main log. `open` is undefined if none is selected. */
export interface LogsData {
  files: LogFile[];
  /** Selected file with its last lines. */
  open?: { name: string; text: string };
  now: Date;
}

/** Page with the log files and the end of the selected file. */
export function LogsPage(data: LogsData) {
  const link = useLink();
  const { open } = data;
  return (
    <SystemPage
      title="Logs"
      lead={
        <>
          Log files of the service, with secrets removed. The log level is set under{" "}
          <a href={link("/settings/general#logging")}>Settings</a>.
        </>
      }
    >
      <Redrawn
        url={link(`/system/logs?part=list${open ? `&file=${encodeURIComponent(open.name)}` : ""}`)}
        target="#logs"
      >
        <LogList {...data} />
        <p class="section actions">
          <button
            type="button"
            class={`danger scripted ${CHANGES}`}
            {...hx({
              delete: link("/api/system/logs"),
              swap: "none",
              confirm: "Delete all logs permanently? Older files are deleted, and the current file is emptied.",
            })}
          >
            <Icon name="trash" size={16} />Delete all logs
          </button>
        </p>
      </Redrawn>
    </SystemPage>
  );
}

/** Content that is updated after the logs have been deleted. */
export function LogList({ files, open, now }: LogsData) {
  const link = useLink();
  return (
    <div id="logs" class="stack">
      {files.length === 0
        ? (
          <Empty title="No log yet">
            <p>The file is created when the service writes its first line.</p>
          </Empty>
        )
        : (
          <div class="card flush">
            <table class="cards">
              <thead>
                <tr>
                  <th scope="col">File</th>
                  <th scope="col" class="num">Size</th>
                  <th scope="col">Last line</th>
                  <th scope="col">
                    <span class="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {files.map(({ name, sizeBytes, modifiedAt }) => (
                  <tr>
                    <td class="lead">
                      <a
                        href={link(`/system/logs?file=${encodeURIComponent(name)}`)}
                        aria-current={open?.name === name ? "true" : undefined}
                      >
                        {name}
                      </a>
                    </td>
                    <td class="num" data-label="Size">{bytes(sizeBytes)}</td>
                    <td class="moment" data-label="Last line">
                      <When at={modifiedAt} now={now} />
                    </td>
                    <td class="row-actions">
                      <a class="button" href={link(`/api/system/logs/${encodeURIComponent(name)}?download=1`)}>
                        Download<span class="visually-hidden">{name}</span>
                      </a>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      {open && <LogText {...open} />}
    </div>
  );
}

/**
 * End of a file, scrolled to its last line. Each line contains its level as text, and a mark at the edge makes warnings
 * and errors easier to find.
 */
function LogText({ name, text }: { name: string; text: string }) {
  const lines = text.split("\n").filter((line) => line !== "");
  return (
    <section class="stack" aria-labelledby="log-h">
      <h2 id="log-h">{name}</h2>
      <p class="quiet small">
        {lines.length === 0 ? "The file is empty." : `The last ${lines.length} lines, newest last.`}
      </p>
      {lines.length > 0 && (
        <div class="log-view" tabindex={0} role="region" aria-label={`End of ${name}`}>
          <pre>
            {lines.map((line) => <span class="log-line" data-level={levelOf(line)}>{`${line}\n`}</span>)}
          </pre>
        </div>
      )}
    </section>
  );
}

/**
 * Returns the level of a line such as `2026-11-20T19:32:00.000Z WARN …`. Undefined unless it is an error or a warning.
 */
function levelOf(line: string): "error" | "warn" | undefined {
  const [, word = ""] = /^\S+ ([A-Z]+) /.exec(line) ?? [];
  if (word === "ERROR" || word === "FATAL") return "error";
  return word.startsWith("WARN") ? "warn" : undefined;
}
