import type { Rip } from "../../../lib/discs/rip_schema.ts";
import { Moment } from "../../../lib/ui/components/moment.tsx";
import { hxForm } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Picture } from "../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { isWorking, RipBadges, RipBar, ripFacts, ripTitle } from "./rip_state.tsx";

/** All known discs, newest first. */
export function RipRows({ rips }: { rips: Rip[] }) {
  return (
    <ul class="card flush rip-rows" aria-label="Discs and rips">
      {rips.map((rip) => <RipRow key={rip.id} rip={rip} />)}
    </ul>
  );
}

/** One disc, its state, and its next action. */
export function RipRow({ rip }: { rip: Rip }) {
  const link = useLink();
  const title = ripTitle(rip);
  return (
    <li id={`rip-${rip.id}`} class="rip-row">
      <span class="rip-poster">
        <Picture url={rip.media.poster} title={rip.media.title} width={48} height={72} />
      </span>
      <div class="rip-body">
        <p class="job-title">
          <a href={link(`/discs/${rip.id}`)}>{title}</a>{" "}
          <span class="quiet small">
            {ripFacts(rip)}
          </span>
        </p>
        <RipBadges rip={rip} />
        <RipBar rip={rip} />
        {rip.error && <p class="row-error small">{rip.error}</p>}
        <p class="quiet small">
          {rip.finishedAt ? "Finished " : "Detected "}
          <Moment at={rip.finishedAt ?? rip.createdAt} />
        </p>
      </div>
      <div class="row-actions">
        <MainAction rip={rip} />
      </div>
    </li>
  );
}

function MainAction({ rip }: { rip: Rip }) {
  const link = useLink();
  const title = ripTitle(rip);
  if (rip.status === "inserted") return <StepForm rip={rip} step="scan" label="Scan" />;
  if (isWorking(rip)) return <StepForm rip={rip} step="cancel" label="Cancel" />;
  const choose = rip.discType === "cd" ? "Choose release" : "Choose titles";
  const label = rip.status === "ready" || rip.status === "interrupted" ? choose : "Open";
  return (
    <a
      class={rip.status === "ready" ? "button primary" : "button"}
      href={link(`/discs/${rip.id}`)}
      aria-label={`${label}: ${title}`}
    >
      {label}
    </a>
  );
}

/** Button that moves a disc to its next state. */
export function StepForm(
  { rip, step, label, primary = false }: {
    rip: Pick<Rip, "id" | "media" | "label" | "volumeName">;
    step: "scan" | "identify" | "cancel" | "start";
    label: string;
    primary?: boolean;
  },
) {
  const link = useLink();
  return (
    <form {...hxForm(link(`/api/disc/rips/${rip.id}/${step}`), { done: DONE[step] })}>
      <button type="submit" class={primary ? "primary" : ""} aria-label={`${label}: ${ripTitle(rip)}`}>
        <Icon name={ICONS[step]} size={18} />
        {label}
      </button>
    </form>
  );
}

const ICONS = { scan: "search", identify: "retry", cancel: "cross", start: "play" } as const;
const DONE = {
  scan: "The disc is being scanned.",
  identify: "The disc is being matched again.",
  cancel: "Cancelled.",
  start: "Ripping has started.",
} as const;
