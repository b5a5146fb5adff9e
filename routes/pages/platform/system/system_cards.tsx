import type { SystemStatus } from "../../../../lib/app/status/status.ts";
import { bytes } from "../../../../lib/kit/format.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Status of programs, hardware, managers and folders. */
interface StatusCardsProps {
  status: SystemStatus;
  /** Names of the applications whose problems the Health section already shows. */
  reported: readonly string[];
}

/** Cards for the parts of the status that Lathe must query from programs, disks and managers. */
export function StatusCards({ status, reported }: StatusCardsProps) {
  const { ffmpeg, hardware, connections, encodertool, ripper, storage } = status;
  return (
    <div id="status" class="section stack">
      <div class="two">
        <FfmpegCard ffmpeg={ffmpeg} />
        <div class="stack">
          <Connections connections={connections} reported={reported} />
          <Programs encodertool={encodertool} ripper={ripper} />
          <HardwareFound hardware={hardware} />
        </div>
      </div>
      <Folders storage={storage} />
    </div>
  );
}

function Found({ ok, words }: { ok: boolean; words: string }) {
  return (
    <span class="badge" data-tone={ok ? "good" : "warn"}>
      <Icon name={ok ? "check" : "warn"} size={14} />
      {words}
    </span>
  );
}

function FfmpegCard({ ffmpeg }: Pick<SystemStatus, "ffmpeg">) {
  const { available, path, version, error, videoEncoders, audioEncoders, hwaccels, missing, gaps } = ffmpeg;
  const lists = [["Video encoders", videoEncoders], ["Audio encoders", audioEncoders], [
    "Hardware decoding",
    hwaccels,
  ]] as const;
  return (
    <section class="card stack" aria-labelledby="ffmpeg-h">
      <div class="section-head">
        <h2 id="ffmpeg-h">ffmpeg</h2>
        <Found ok={available} words={available ? version ?? "found" : "not usable"} />
      </div>
      {path && <p class="path small">{path}</p>}
      {error && <Note tone="bad">{error}</Note>}
      {missing.length > 0 && (
        <Note tone="warn">
          <p>This ffmpeg lacks encoders that some profiles need:</p>
          <ul>
            {missing.map(({ encoder, profiles }) => (
              <li>
                <code>{encoder}</code>: {profiles.join(", ")}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {gaps.length > 0 && (
        <div class="stack">
          <h3>Missing features</h3>
          <ul class="stack small">
            {gaps.map(({ feature, cost, remedy }) => (
              <li>
                <strong>{feature}</strong>: {cost} <span class="quiet">{remedy}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        {lists.map(([name, all]) =>
          all.length > 0 && (
            <details>
              <summary>{`${name} (${all.length})`}</summary>
              <p class="small words">
                <code>{all.join(" ")}</code>
              </p>
            </details>
          )
        )}
      </div>
    </section>
  );
}

function Connections(
  { connections, reported }: Pick<SystemStatus, "connections"> & Pick<StatusCardsProps, "reported">,
) {
  const link = useLink();
  const used = connections.filter(({ configured }) => configured);
  const unused = connections.filter(({ configured }) => !configured);
  return (
    <section class="card stack" aria-labelledby="connections-h">
      <h2 id="connections-h">Connections</h2>
      {used.length > 0 && (
        <ul class="findings">
          {used.map(({ name, ok, version, error }) => (
            <li>
              <Found ok={ok} words={ok ? "available" : "down"} />
              <div>
                <p>{[name, version].filter(Boolean).join(" ")}</p>
                {error && !reported.includes(name) && <p class="small quiet">{error}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {unused.length > 0 && (
        <p class="small quiet">
          Not connected: {unused.map(({ name }) => name).join(", ")}.{" "}
          <a href={link("/settings/connections#connections")}>Connect</a>
        </p>
      )}
    </section>
  );
}

function Programs({ encodertool, ripper }: Pick<SystemStatus, "encodertool" | "ripper">) {
  const link = useLink();
  const programs = [["fre:ac", encodertool], ["MakeMKV", ripper]] as const;
  return (
    <section class="card stack" aria-labelledby="programs-h">
      <h2 id="programs-h">Other programs</h2>
      <ul class="findings">
        {programs.map(([name, { available, path, version, error }]) => (
          <li>
            <Found ok={available} words={available ? "found" : "not found"} />
            <div>
              <p>{[name, version].filter(Boolean).join(" ")}</p>
              {path && <p class="path small quiet">{path}</p>}
              {error && <p class="small quiet">{error}</p>}
            </div>
          </li>
        ))}
      </ul>
      {programs.some(([, { available }]) => !available) && (
        <p class="small">
          <a href={link("/setup")}>Show how to install the missing programs</a>
        </p>
      )}
    </section>
  );
}

function HardwareFound({ hardware }: Pick<SystemStatus, "hardware">) {
  const { renderNodes, nvidiaGpus } = hardware;
  const link = useLink();
  return (
    <section class="card stack" aria-labelledby="hardware-h">
      <h2 id="hardware-h">Hardware</h2>
      {renderNodes.length + nvidiaGpus.length === 0
        ? <p class="quiet small">No GPU was found. Encoding runs on the CPU.</p>
        : (
          <ul class="stack">
            {nvidiaGpus.map(({ index, name }) => <li>{`${name} (GPU ${index})`}</li>)}
            {renderNodes.map(({ path, driver, vendor }) => (
              <li>
                <span class="path">{path}</span>{" "}
                <span class="quiet small">{[vendor, driver].filter(Boolean).join(", ")}</span>
              </li>
            ))}
          </ul>
        )}
      <p class="small">
        <a href={link("/settings/encoding#hardware")}>Choose and test hardware encoding</a>
      </p>
    </section>
  );
}

function Folders({ storage }: Pick<SystemStatus, "storage">) {
  const link = useLink();
  const measure = hx({ get: link("/system?part=status&refresh=1"), target: "#status", swap: "outerMorph" });
  return (
    <section aria-labelledby="folders-h">
      <div class="section-head">
        <h2 id="folders-h">Folders</h2>
        <a class="button" href={link("/system?wait=1&refresh=1")} {...measure}>
          <Icon name="retry" size={16} />Measure again
        </a>
      </div>
      <div class="card flush">
        <table class="cards">
          <thead>
            <tr>
              <th scope="col">Folder</th>
              <th scope="col" class="num">Size</th>
              <th scope="col" class="num">Files</th>
              <th scope="col">Disk</th>
            </tr>
          </thead>
          <tbody>{storage.map((folder) => <Folder folder={folder} />)}</tbody>
        </table>
      </div>
    </section>
  );
}

function Folder({ folder }: { folder: SystemStatus["storage"][number] }) {
  const { label, path, description, env, overridden, exists, writable, network } = folder;
  const { sizeBytes, fileCount, sizeTruncated, disk } = folder;
  const atLeast = sizeTruncated ? "more than " : "";
  return (
    <tr>
      <td class="lead">
        <span title={description}>{label}</span>
        <span class="path small quiet block">{path}</span>
        {overridden && (
          <span class="small quiet block">
            set by <code>{env}</code>
          </span>
        )}
        {(!exists || !writable || network) && (
          <span class="badges">
            {!exists && <Found ok={false} words="missing" />}
            {exists && !writable && <Found ok={false} words="not writable" />}
            {network && <span class="badge">network share</span>}
          </span>
        )}
      </td>
      <td class="num" data-label="Size">{atLeast}{bytes(sizeBytes)}</td>
      <td class="num" data-label="Files">{atLeast}{fileCount}</td>
      <td data-label="Disk">{disk ? <Disk label={label} disk={disk} /> : "unknown"}</td>
    </tr>
  );
}

function Disk({ label, disk }: { label: string; disk: { totalBytes: number; freeBytes: number; usedBytes: number } }) {
  const { totalBytes, freeBytes, usedBytes } = disk;
  return (
    <span class="disk-bar">
      <progress max={Math.max(1, totalBytes)} value={usedBytes} aria-label={`Disk usage of ${label}`} />
      <span class="small">{bytes(freeBytes)} free of {bytes(totalBytes)}</span>
    </span>
  );
}
