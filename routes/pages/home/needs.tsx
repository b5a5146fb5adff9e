import type { ComponentChildren } from "preact";
import { count } from "../../../lib/kit/format.ts";
import type { HealthCheck } from "../../../lib/platform/model.ts";
import { Moment } from "../../../lib/ui/components/moment.tsx";
import { hxForm } from "../../../lib/ui/hx.ts";
import { Icon, type IconName } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import type { AttentionCounts } from "../../services/attention_memory.ts";
import { DismissButton, placeOf } from "../platform/system/system.tsx";

/** Tasks that need the user, each with a link to its page. */
export function Needs({ findings, attention }: { findings: HealthCheck[]; attention: AttentionCounts }) {
  const { failed, space, undecided, discs } = attention;
  const nothing = findings.length + failed + space + undecided + discs === 0;
  if (nothing) return <p class="quiet">Nothing needs your attention.</p>;
  return (
    <ul class="card flush attention">
      {findings.map((check) => (
        <Need
          tone={check.type === "error" ? "bad" : "warn"}
          href={check.link ?? "/system"}
          place={placeOf(check.link ?? "/system", "Open status")}
          dismiss={<DismissButton check={check} then="/" />}
        >
          {check.message}
          {check.since && (
            <span class="quiet small">
              {" since "}
              <Moment at={check.since} />
            </span>
          )}
        </Need>
      ))}
      {failed > 0 && (
        <Need
          tone="bad"
          href="/activity?status=failed"
          place="Show failed jobs"
          dismiss={<DismissRow row="failed" count={failed} />}
        >
          {count(failed, "job")} failed.
        </Need>
      )}
      {space > 0 && (
        <Need tone="warn" href="/activity" place="Activity" dismiss={<DismissRow row="space" count={space} />}>
          {count(space, "job is waiting", "jobs are waiting")} for disk space.
        </Need>
      )}
      {undecided > 0 && (
        <Need
          tone="info"
          icon="compare"
          href="/review"
          place="Review"
          dismiss={<DismissRow row="undecided" count={undecided} />}
        >
          {count(undecided, "finished encode is waiting", "finished encodes are waiting")} for your decision.
        </Need>
      )}
      {discs > 0 && (
        <Need tone="info" href="/discs" place="Discs" dismiss={<DismissRow row="discs" count={discs} />}>
          {count(discs, "disc is waiting", "discs are waiting")} for your input.
        </Need>
      )}
    </ul>
  );
}

function DismissRow({ row, count }: { row: keyof AttentionCounts; count: number }) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/setup/attention"), { then: "/" })}>
      <input type="hidden" name="row" value={row} />
      <input type="hidden" name="count:number" value={count} />
      <button type="submit" class="ghost">Dismiss</button>
    </form>
  );
}

function Need({ tone, icon, href, place, dismiss, children }: NeedProps) {
  const link = useLink();
  return (
    <li data-tone={tone}>
      <Icon name={icon ?? (tone === "info" ? "disc" : "warn")} />
      <p>{children}</p>
      <a href={link(href)}>{place}</a>
      {dismiss}
    </li>
  );
}

interface NeedProps {
  tone: "bad" | "warn" | "info";
  icon?: IconName;
  href: string;
  /** Text of the link. */
  place: string;
  /** Button that dismisses the row. */
  dismiss?: ComponentChildren;
  children: ComponentChildren;
}
