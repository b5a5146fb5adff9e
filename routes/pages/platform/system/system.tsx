import type { HealthCheck } from "../../../../lib/platform/model.ts";
import type { SystemStatus } from "../../../../lib/app/status/status.ts";
import { count } from "../../../../lib/kit/format.ts";
import { CopyButton } from "../../../../lib/ui/components/copy_button.tsx";
import { connectionFinding } from "../../../../lib/library/health/connections.ts";
import { openFindings } from "../../../../lib/platform/health/dismissals.ts";
import { MANAGER_KINDS, MANAGERS } from "../../../../lib/platform/managers/kinds.ts";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Icon, type IconName } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { StatusCards } from "./system_cards.tsx";
import { Fact, SystemPage, uptime, When } from "./system_frame.tsx";

/** Status that is available without querying programs, disks or managers. */
export type QuickStatus = Pick<
  SystemStatus,
  "version" | "install" | "runtime" | "platform" | "arch" | "uptimeSeconds" | "configDir" | "power" | "jobs"
>;

/** Data of the status page, loaded in two steps: `quick` immediately, `checks` and `status` when they are available. */
export interface StatusPageData {
  quick: QuickStatus;
  /** Results that may be undefined at first. In this case, the page loads them after it is shown. */
  checks?: HealthCheck[];
  status?: SystemStatus;
  /** True if the page was requested with a new measurement of folder sizes. */
  refresh: boolean;
  /** True if a saved host setting requires a restart, which may change the address. */
  restartRequired: boolean;
  now: Date;
}

/** Status page: problems first, followed by resources and capabilities. */
export function StatusPage({ quick, checks, status, refresh, restartRequired, now }: StatusPageData) {
  return (
    <SystemPage title="Status" lead={`Lathe ${quick.version}, running for ${uptime(quick.uptimeSeconds)}`}>
      <HealthSection checks={checks} now={now} />
      <div class="section two">
        <InstanceCard quick={quick} />
        <ControlCard quick={quick} restartRequired={restartRequired} />
      </div>
      {status ? <StatusCards status={status} reported={reportedApps(checks)} /> : <StatusLoading refresh={refresh} />}
    </SystemPage>
  );
}

/** Returns the applications that the health check reports as unavailable. */
export const reportedApps = (checks: readonly HealthCheck[] = []): string[] =>
  MANAGER_KINDS.filter((kind) => checks.some(({ id }) => id === connectionFinding(kind)))
    .map((kind) => MANAGERS[kind].app);

/** Placeholder for parts that can take several seconds, because Lathe queries managers and measures folders. */
function StatusLoading({ refresh }: { refresh: boolean }) {
  const link = useLink();
  const more = refresh ? "&refresh=1" : "";
  return (
    <div
      id="status"
      class="section card"
      {...hx({ get: link(`/system?part=status${more}`), trigger: "load", swap: "outerHTML", target: "this" })}
    >
      <p class="quiet" role="status">
        {refresh ? "Measuring folder sizes …" : "Checking programs, disks and managers …"}
      </p>
      <noscript>
        <a href={link(`/system?wait=1${more}`)}>Show programs, connections and folders</a>
      </noscript>
    </div>
  );
}

const TONES = {
  error: { tone: "bad", icon: "warn", label: "Error" },
  warning: { tone: "warn", icon: "warn", label: "Warning" },
  ok: { tone: "good", icon: "check", label: "OK" },
} as const satisfies Record<HealthCheck["type"], { tone: string; icon: IconName; label: string }>;

/** Findings of the health check, most severe first. */
export function HealthSection({ checks, now }: Pick<StatusPageData, "checks" | "now">) {
  const link = useLink();
  const url = link("/system?part=health&check=1");
  const wrong = openFindings(checks ?? []);
  const dismissed = checks?.filter((check) => check.dismissed) ?? [];
  const well = checks?.filter(({ type }) => type === "ok") ?? [];
  const load = checks
    ? {}
    : hx({ get: link("/system?part=health"), trigger: "load", swap: "outerHTML", target: "this" });
  return (
    <section id="health" class="card stack" aria-labelledby="health-h" {...load}>
      <div class="section-head">
        <h2 id="health-h">Health</h2>
        <a
          class="button"
          href={link("/system?check=1")}
          {...hx({ get: url, target: "#health", swap: "outerHTML" })}
        >
          <Icon name="retry" size={16} />Check again
        </a>
      </div>
      <div role="status">
        {checks === undefined && <p class="quiet">Checking …</p>}
        {checks !== undefined && wrong.length === 0 && (
          <p class="all-well">
            <Icon name="check" />
            No problems found.
          </p>
        )}
        {wrong.length > 0 && <p class="quiet">{count(wrong.length, "problem")}</p>}
      </div>
      {wrong.length > 0 && <ul class="findings">{wrong.map((check) => <Finding check={check} now={now} />)}</ul>}
      {dismissed.length > 0 && (
        <details>
          <summary>{count(dismissed.length, "problem")} dismissed</summary>
          <ul class="findings">{dismissed.map((check) => <Finding check={check} now={now} />)}</ul>
        </details>
      )}
      {checks !== undefined && well.length > 0 && (
        <details>
          <summary>{`${well.length} of ${count(checks.length, "check")} passed`}</summary>
          <ul class="small">{well.map(({ message }) => <li>{message}</li>)}</ul>
        </details>
      )}
    </section>
  );
}

function Finding({ check, now }: { check: HealthCheck; now: Date }) {
  const link = useLink();
  const { type, message, link: place, since } = check;
  return (
    <li>
      <Level type={type} />
      <div>
        <p>{message}</p>
        <p class="small">
          {place && <a href={link(place)}>{placeOf(place)}</a>}
          {since && (
            <span class="quiet">
              since <When at={since} now={now} />
            </span>
          )}
        </p>
      </div>
      <DismissButton check={check} then="/system" />
    </li>
  );
}

/** Button that dismisses a finding of the health check or restores a dismissed one. */
export function DismissButton({ check: { id, message, dismissed }, then }: { check: HealthCheck; then: string }) {
  const link = useLink();
  const action = dismissed ? "Restore" : "Dismiss";
  return (
    <form {...hxForm(link("/api/system/health/dismiss"), { then })}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="dismissed:boolean" value={String(!dismissed)} />
      <button type="submit" class="ghost">
        {action}
        <span class="visually-hidden">: {message}</span>
      </button>
    </form>
  );
}

function Level({ type }: Pick<HealthCheck, "type">) {
  const { tone, icon, label } = TONES[type];
  return (
    <span class="badge" data-tone={tone}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
}

const PLACES: [prefix: string, words: string][] = [
  ["/settings", "Open settings"],
  ["/setup", "Open tools check"],
  ["/system/logs", "Open logs"],
  ["/system/backups", "Open backups"],
  ["/profiles", "Open profiles"],
];
/** Returns the link text for the page on which a finding can be resolved. */
export const placeOf = (link: string, otherwise = "See below"): string =>
  PLACES.find(([prefix]) => link.startsWith(prefix))?.[1] ?? otherwise;

const KINDS = { package: "Executable", docker: "Docker", source: "Sources" };

function InstanceCard({ quick }: { quick: QuickStatus }) {
  const { version, install, runtime, platform, arch, uptimeSeconds, configDir, power, jobs } = quick;
  return (
    <section class="card stack" aria-labelledby="instance-h">
      <h2 id="instance-h">This instance</h2>
      <dl class="facts">
        <Fact name="Version">{version}</Fact>
        <Fact name="Installed as">{KINDS[install.kind]}</Fact>
        <Fact name="Runtime">{`${runtime.name} ${runtime.version}`}</Fact>
        <Fact name="System">{`${platform}, ${arch}`}</Fact>
        <Fact name="Uptime">{uptime(uptimeSeconds)}</Fact>
        <Fact name="Sleep">{sleepWords(power)}</Fact>
        <Fact name="Running">{jobs.active}</Fact>
        <Fact name="Queued">{jobs.queued}</Fact>
        <Fact name="Waiting">{jobs.waiting}</Fact>
        <Fact name="Done">{jobs.done}</Fact>
        <Fact name="Failed">{jobs.failed}</Fact>
      </dl>
      <div>
        <p class="label">Config folder</p>
        <p class="path">
          {configDir}
          <CopyButton text={configDir} what="the path" />
        </p>
      </div>
      {power.error && <p class="small">Sleep cannot be prevented: {power.error}</p>}
    </section>
  );
}

function sleepWords({ supported, method, active, reason }: QuickStatus["power"]): string {
  if (!supported) return "Not prevented: not supported on this server";
  return active ? `Prevented: ${reason ?? method}` : `Allowed (${method})`;
}

function ControlCard({ quick, restartRequired }: { quick: QuickStatus; restartRequired: boolean }) {
  const link = useLink();
  return (
    <section class="card stack" aria-labelledby="control-h">
      <h2 id="control-h">Restart and help</h2>
      <p class="quiet small">
        A restart applies changed host settings; running encodes continue. Shutting down stops them; they resume at the
        next start.
      </p>
      <div class="actions">
        <form
          method="post"
          action={link("/api/system/restart")}
          data-behaviour="restart"
          data-confirm="Restart Lathe? Running encodes continue; open pages reload automatically."
          data-moves={restartRequired ? "" : undefined}
        >
          <button type="submit">
            <Icon name="retry" size={16} />Restart
          </button>
        </form>
        <form
          method="post"
          action={link("/api/system/shutdown")}
          data-behaviour="restart"
          data-confirm={"Shut down Lathe? Running encodes are stopped and continue at the next start. " +
            "You must then start Lathe again on the server. In a container, the restart policy may restart it immediately."}
        >
          <button type="submit" class="danger">
            <Icon name="stop" size={16} />Shut down
          </button>
        </form>
      </div>
      <ul class="plain-links">
        <li>
          <a href={link("/docs")}>Documentation</a>
        </li>
        <li>
          <a href={link("/setup")}>Tools check</a>
        </li>
        <li>
          <a href={link("/metrics")}>Metrics</a>
        </li>
        <li>
          <a href={issueUrl(quick)} rel="noreferrer">Report an issue</a>
        </li>
      </ul>
    </section>
  );
}

/** Returns the URL of a new issue with version information, without personal data. */
export function issueUrl({ version, platform, arch, install, runtime }: QuickStatus): string {
  const facts = [
    `Version: ${version}`,
    `Platform: ${platform} ${arch}`,
    `Installed as: ${install.kind}`,
    `Runtime: ${runtime.name} ${runtime.version}`,
  ];
  const body = `What happened:\n\nWhat I expected:\n\n${facts.join("\n")}\n`;
  return `https://github.com/lathe-media/lathe/issues/new?${new URLSearchParams({ body })}`;
}
