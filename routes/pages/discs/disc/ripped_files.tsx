import type { Rip, RippedFile } from "../../../../lib/discs/rip_schema.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { Icon, type IconName } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Result of each copied title. */
export function RippedFiles({ rip }: { rip: Rip }) {
  return (
    <section class="section" aria-labelledby="files-h">
      <div class="section-head">
        <h2 id="files-h">Files</h2>
      </div>
      <div class="card flush table-wrap">
        <table class="cards" aria-labelledby="files-h">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">State</th>
              <th scope="col" class="num">Size</th>
              <th scope="col">Encode</th>
            </tr>
          </thead>
          <tbody>{rip.files.map((file) => <FileRow key={file.titleId} rip={rip} file={file} />)}</tbody>
        </table>
      </div>
    </section>
  );
}

type ImportState = NonNullable<RippedFile["import"]>["state"];
const IMPORTS: Record<ImportState, { label: string; tone?: string; icon: IconName }> = {
  pending: { label: "Importing", icon: "clock" },
  imported: { label: "Imported", tone: "good", icon: "check" },
  rejected: { label: "Rejected", tone: "bad", icon: "cross" },
  missing: { label: "Not imported", tone: "warn", icon: "warn" },
};

function FileRow({ rip, file }: { rip: Rip; file: RippedFile }) {
  const link = useLink();
  const path = file.finalPath ?? file.encodedPath ?? file.path;
  const { label, tone, icon } = file.import === undefined
    ? { label: file.verified ? "Copied and verified" : "Copied", tone: undefined, icon: "check" as const }
    : IMPORTS[file.import.state];
  return (
    <tr>
      <td class="lead">
        {path.split(/[/\\]/).at(-1)}
        <span class="quiet small block path">{path}</span>
        {file.import?.reason && <span class="row-error small block">{file.import.reason}</span>}
      </td>
      <td data-label="State">
        <span class="badge" data-tone={tone}>
          <Icon name={icon} size={14} />
          {label}
        </span>
      </td>
      <td class="num" data-label="Size">{bytes(file.sizeBytes)}</td>
      <td data-label="Encode">
        {file.jobId
          ? (
            <a href={link(`/jobs/${file.jobId}`)}>
              {rip.cd === undefined ? `Job for title ${file.titleId + 1}` : `Job for track ${file.titleId}`}
            </a>
          )
          : rip.options.transcode && rip.status !== "done"
          ? "Not queued yet"
          : "–"}
      </td>
    </tr>
  );
}
