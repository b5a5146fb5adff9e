import type { FailureGroup } from "../../../lib/jobs/failures/schema.ts";
import { count } from "../../../lib/kit/format.ts";
import { hxAction } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** Failed jobs by cause, each with its remedy and a button that retries all of them. */
export function FailureGroups({ groups }: { groups: FailureGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <section class="stack failure-groups" aria-labelledby="causes-h">
      <h3 id="causes-h">Causes</h3>
      {groups.map((group) => <Group key={group.group} group={group} />)}
    </section>
  );
}

function Group({ group }: { group: FailureGroup }) {
  const link = useLink();
  const { title, explanation, remedy, newest, action } = group;
  const retry = group.count === 1 ? "Retry" : `Retry all ${group.count}`;
  const place = action !== undefined && action.target !== "" ? action : undefined;
  return (
    <article id={`cause-${group.group}`} class="card stack failure">
      <div class="section-head">
        <h4>{title}</h4>
        <span class="badge" data-tone="bad">{count(group.count, "job")}</span>
      </div>
      <p>{explanation}</p>
      <p>{remedy}</p>
      <p class="quiet small">
        Newest: <a href={link(`/jobs/${newest.id}`)}>{newest.title}</a>
      </p>
      <div class="actions">
        <form {...hxAction(link("/api/jobs/failures/retry"))}>
          <input type="hidden" name="group" value={group.group} />
          <button type="submit" aria-label={`${retry}: ${title}`}>
            <Icon name="retry" size={16} />
            {retry}
          </button>
        </form>
        {place && <a class="button" href={link(place.target)}>{place.label}</a>}
      </div>
    </article>
  );
}
