import { bytes, count, estimatedTime } from "../../../../lib/kit/format.ts";
import type { BuiltInPolicy, ListedPolicy, Policy } from "../../../../lib/library/policies/model.ts";
import type { PolicyAccuracy, PolicyPlan, PolicyRun } from "../../../../lib/library/policies/plan_model.ts";
import { Moment } from "../../../../lib/ui/components/moment.tsx";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Empty, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { PlanSection, type PlanView } from "../../../../lib/ui/policies/policy_plan.tsx";
import { boundTexts, mediaTexts } from "./policy_texts.ts";

/** Data of the page of all policies. */
export interface PoliciesData {
  policies: ListedPolicy[];
  /** Names of profiles by ID. */
  profileNames: ReadonlyMap<string, string>;
  plan: PlanView;
  runs: PolicyRun[];
}

/** All policies in order, with the plan of the enabled ones and the latest runs. */
export function PoliciesPage({ policies, profileNames, plan, runs }: PoliciesData) {
  const link = useLink();
  const own = policies.filter((one) => !one.builtIn);
  return (
    <Page
      title="Policies"
      lead="A policy encodes the files of a library with one profile. The first enabled policy that includes a file encodes it."
      actions={
        <>
          <a class="button" href={link("/auto")}>Auto transcode</a>
          <a class="button primary" href={link("/policies/new")}>Add policy</a>
        </>
      }
    >
      <ol class="stack plain-list" aria-label="Policies in order">
        {policies.map((policy) => (
          <li key={policy.id}>
            {policy.builtIn ? <BuiltInCard policy={policy} /> : (
              <PolicyCard
                policy={policy}
                profileName={profileNames.get(policy.profileId)}
                sum={encodeSum(plan.plan, policy.id)}
                ids={own.map(({ id }) => id)}
              />
            )}
          </li>
        ))}
      </ol>
      {own.length === 0 && (
        <Empty title="No own policy yet">
          <p>Add a policy to encode a whole library or a folder. Its plan is shown before anything is queued.</p>
        </Empty>
      )}
      <PlanSection {...plan} title="Plan of the enabled policies" />
      <Runs runs={runs} />
    </Page>
  );
}

const encodeSum = ({ policies }: PolicyPlan, id: string) =>
  policies.find(({ policyId, outcome }) => policyId === id && outcome === "encode");

function BuiltInCard({ policy: { name, enabled, sources, settingsPage } }: { policy: BuiltInPolicy }) {
  const link = useLink();
  const apps = sources.map((source) => source === "movie" ? "Radarr" : "Sonarr").join(" and ");
  return (
    <section class="card stack" aria-labelledby="policy-auto">
      <div class="section-head">
        <h2 id="policy-auto">{name}</h2>
        <span class="chip">{enabled ? "Enabled" : "Disabled"}</span>
      </div>
      <p>{apps === "" ? "New remuxes of Radarr and Sonarr." : `New remuxes in ${apps}.`}</p>
      <div class="actions">
        <a class="button" href={link(`/${settingsPage}`)}>Change settings</a>
      </div>
    </section>
  );
}

function PolicyCard(
  { policy, profileName, sum, ids }: {
    policy: Policy;
    profileName: string | undefined;
    sum: PolicyPlan["policies"][number] | undefined;
    ids: string[];
  },
) {
  const link = useLink();
  const { id, name, enabled, media } = policy;
  return (
    <section class="card stack" aria-labelledby={`policy-${id}`}>
      <div class="section-head">
        <h2 id={`policy-${id}`}>
          <a href={link(`/policies/${id}`)}>{name}</a>
        </h2>
        <span class="chip">{enabled ? "Enabled" : "Disabled"}</span>
      </div>
      <p>{[...mediaTexts(media), profileName ?? "The profile no longer exists"].join(" · ")}</p>
      <p class="quiet">{boundTexts(policy).join(" · ")}</p>
      {sum !== undefined && sum.files > 0 && (
        <p>
          {`${count(sum.files, "file")} to encode: ${bytes(sum.bytesBefore)} → about ${bytes(sum.bytesAfter[1])}`}
        </p>
      )}
      <div class="actions">
        <EnableForm policy={policy} />
        {enabled && (
          <form {...hxForm(link(`/api/policies/${id}/run`), { then: "/policies" })}>
            <button type="submit">Run now</button>
          </form>
        )}
        <MoveForm id={id} name={name} ids={ids} by={-1} />
        <MoveForm id={id} name={name} ids={ids} by={1} />
        <a class="button" href={link(`/policies/${id}`)}>
          {`Edit`}
          <span class="visually-hidden">{` ${name}`}</span>
        </a>
        <button
          type="button"
          class="danger"
          {...hx({
            delete: link(`/api/policies/${id}`),
            target: "closest li",
            swap: "delete",
            confirm: `Delete the policy “${name}”? Its jobs stay in the queue and the history.`,
          })}
        >
          Delete
          <span class="visually-hidden">{` ${name}`}</span>
        </button>
      </div>
    </section>
  );
}

/** Button that enables or disables a policy. It sends all fields, because a change replaces the whole policy. */
function EnableForm({ policy }: { policy: Policy }) {
  const link = useLink();
  const { id, name, media, profileId, bounds, hours, orderBy, enabled } = policy;
  return (
    <form {...hxForm(link(`/api/policies/${id}`), { method: "put", then: "/policies" })}>
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="profileId" value={profileId} />
      <input type="hidden" name="orderBy" value={orderBy} />
      <input type="hidden" name="media:json" value={JSON.stringify(media)} />
      <input type="hidden" name="bounds:json" value={JSON.stringify(bounds)} />
      <input type="hidden" name="hours:json" value={JSON.stringify(hours)} />
      <input type="hidden" name="enabled:boolean" value={String(!enabled)} />
      <button type="submit" class={enabled ? "" : "primary"}>{enabled ? "Disable" : "Enable"}</button>
    </form>
  );
}

/** Button that moves a policy up (-1) or down (1). Absent at the end of the list. */
function MoveForm({ id, name, ids, by }: { id: string; name: string; ids: string[]; by: -1 | 1 }) {
  const link = useLink();
  const at = ids.indexOf(id);
  const other = ids[at + by];
  if (other === undefined) return null;
  const moved = ids.with(at, other).with(at + by, id);
  return (
    <form {...hxForm(link("/api/policies/order"), { then: "/policies" })}>
      <input type="hidden" name="ids:json" value={JSON.stringify(moved)} />
      <button type="submit">
        {by < 0 ? "Move up" : "Move down"}
        <span class="visually-hidden">{` ${name}`}</span>
      </button>
    </form>
  );
}

/** Comparison of the expected sizes and times with those of the finished jobs. */
function Accuracy({ accuracy: { files, inside, medianErrorPercent, ...sums } }: { accuracy: PolicyAccuracy }) {
  const { expectedBytes, bytes: actualBytes, expectedSeconds, seconds } = sums;
  const times = expectedSeconds === 0
    ? ""
    : `; expected ${estimatedTime(expectedSeconds)}, took ${estimatedTime(seconds)}`;
  return (
    <span>
      {`${inside} of ${count(files, "file")} inside the range; median error ${medianErrorPercent} %`}
      <br />
      <span class="quiet">{`Expected ${bytes(expectedBytes)}, is ${bytes(actualBytes)}${times}`}</span>
    </span>
  );
}

function Runs({ runs }: { runs: PolicyRun[] }) {
  const link = useLink();
  if (runs.length === 0) return null;
  return (
    <section class="section card stack" aria-labelledby="runs-h">
      <h2 id="runs-h">Latest runs</h2>
      <table class="cards" aria-labelledby="runs-h">
        <thead>
          <tr>
            <th scope="col">Policy</th>
            <th scope="col">Started</th>
            <th scope="col" class="num">Jobs</th>
            <th scope="col">Estimates</th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, name, startedAt, jobs, accuracy }) => (
            <tr key={id}>
              <td class="lead">{name}</td>
              <td data-label="Started">
                <Moment at={startedAt} />
              </td>
              <td class="num" data-label="Jobs">{jobs}</td>
              <td data-label="Estimates">
                {accuracy === undefined ? "No job has finished." : <Accuracy accuracy={accuracy} />}
              </td>
              <td class="row-actions">
                <a href={link(`/bin/restore?run=${id}`)}>
                  Restore originals
                  <span class="visually-hidden">{` of ${name}`}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
