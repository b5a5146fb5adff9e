import { bytes, count, estimatedTime } from "../../kit/format.ts";
import type { MediaIndexStatus } from "../../library/media_index/model.ts";
import { type PlannedFile, type PlanSum, type PolicyPlan, REASONS } from "../../library/policies/plan_model.ts";
import { LinePlot } from "../components/plots/plot.tsx";
import { Note } from "../layout.tsx";
import { useLink } from "../render.tsx";

/** A plan with the progress of reading the files. */
export interface PlanView {
  plan: PolicyPlan;
  index: MediaIndexStatus;
  /** Names of all policies by ID. */
  names: ReadonlyMap<string, string>;
}

/** Sums, reasons and notable files of a plan. */
export function PlanSection({ plan, index, names, title }: PlanView & { title: string }) {
  const nameOf = (id: string) => names.get(id) ?? "This policy";
  const encoded = sumOf(plan, "encode");
  return (
    <section class="section card stack" aria-labelledby="plan-h">
      <h2 id="plan-h">{title}</h2>
      <p>{headline(encoded)}</p>
      {encoded.files > 0 && <p>{resourceText(plan)}</p>}
      {plan.difference && <p>{differenceText(plan.difference)}</p>}
      <Reading index={index} />
      {plan.errors.map((error) => <Note tone="warn">{error}</Note>)}
      {plan.idleRules.map(({ policyId, text }) => <Note tone="warn">{`${nameOf(policyId)}: ${text}`}</Note>)}
      {plan.conflicts.map(({ policyId, alsoIncludedBy, files }) => (
        <p class="quiet">
          {`${count(files, "file")} of ${nameOf(policyId)} would also be included by ${nameOf(alsoIncludedBy)}.`}
        </p>
      ))}
      <Gains gains={plan.gains} />
      <Reasons plan={plan} nameOf={nameOf} />
      <Files title="Largest files" files={plan.largest} reasons={plan.reasons} />
      <Files title="Least certain sizes" files={plan.leastCertain} reasons={plan.reasons} />
    </section>
  );
}

/** Adds up the files of all policies with an outcome. */
function sumOf({ policies }: PolicyPlan, outcome: "encode" | "skip" | "refuse"): PlanSum {
  const sum: PlanSum = { files: 0, bytesBefore: 0, bytesAfter: [0, 0, 0], seconds: 0, filesWithoutTime: 0 };
  for (const one of policies) {
    if (one.outcome !== outcome) continue;
    sum.files += one.files;
    sum.bytesBefore += one.bytesBefore;
    sum.bytesAfter = [0, 1, 2].map((i) => (sum.bytesAfter[i] ?? 0) + (one.bytesAfter[i] ?? 0)) as PlanSum["bytesAfter"];
    sum.seconds += one.seconds;
    sum.filesWithoutTime += one.filesWithoutTime;
  }
  return sum;
}

/** Returns the number of files, the sizes before and after, and the time. Pure. */
export function headline({ files, bytesBefore, bytesAfter, seconds, filesWithoutTime }: PlanSum): string {
  if (files === 0) return "No file would be encoded.";
  const [low, typical, high] = bytesAfter;
  const sizes = `${bytes(bytesBefore)} → about ${bytes(typical)} (${bytes(low)} to ${bytes(high)})`;
  const time = filesWithoutTime === files
    ? "The time is unknown until a job with the profile has finished."
    : `${filesWithoutTime > 0 ? "At least" : "About"} ${estimatedTime(seconds)} on this server.`;
  return `${count(files, "file")} would be encoded: ${sizes}. ${time}`;
}

/** Returns the time with the connected machines, and the free space that is needed meanwhile. Pure. */
function resourceText({ farm, spaceBytes: [, typical, high] }: PolicyPlan): string {
  const time = farm === undefined || farm.seconds === 0
    ? ""
    : `About ${estimatedTime(farm.seconds)} with ${count(farm.machines, "connected agent")}. `;
  return `${time}Needs ${bytes(typical)} of free space meanwhile (up to ${bytes(high)}), while originals are kept.`;
}

const differenceText = ({ added, removed, changed }: NonNullable<PolicyPlan["difference"]>): string =>
  added + removed + changed === 0
    ? "The same files as with the saved policies."
    : `Compared with the saved policies: ${
      count(added, "file")
    } more, ${removed} fewer, ${changed} with another profile.`;

/** Progress of reading the files on which the plan is based. */
function Reading({ index: { working, files, read, unreadable } }: { index: MediaIndexStatus }) {
  if (!working && unreadable === 0) return null;
  return (
    <p class="quiet">
      {working && read < files &&
        `${Math.min(read, files)} of ${count(files, "file")} read. The sizes of the others are estimated.`}
      {unreadable > 0 && ` ${count(unreadable, "file")} could not be read.`}
    </p>
  );
}

/** Length in hours of the nights in which goals are expressed. */
const NIGHT_HOURS = 8;

/** Saved space against time, and how soon goals are reached if the files with the largest saving per hour go first. */
function Gains({ gains: { curve, goals } }: { gains: PolicyPlan["gains"] }) {
  const last = curve.at(-1);
  if (last === undefined || curve.length < 3) return null;
  return (
    <>
      {goals.length > 0 && (
        <ul>
          {goals.map(({ goalBytes, files, seconds }) => (
            <li key={goalBytes}>
              {`${bytes(goalBytes)} saved in ${count(Math.ceil(seconds / 3600 / NIGHT_HOURS), "night")} ` +
                `of ${NIGHT_HOURS} hours: ${count(files, "file")}`}
            </li>
          ))}
        </ul>
      )}
      <LinePlot
        title="Saved space by encoding time, largest saving per hour first"
        points={[{ x: 0, y: 0 }, ...curve.map(({ seconds, savedBytes }) => ({ x: seconds, y: savedBytes }))]}
        xRange={[0, last.seconds]}
        yRange={[0, last.savedBytes]}
        xText={estimatedTime}
        yText={bytes}
      />
    </>
  );
}

function Reasons({ plan: { reasons, untouched }, nameOf }: { plan: PolicyPlan; nameOf: (id: string) => string }) {
  return (
    <div class="table-wrap">
      <table class="cards" aria-label="Files by reason">
        <thead>
          <tr>
            <th scope="col">Policy</th>
            <th scope="col">Decision</th>
            <th scope="col" class="num">Files</th>
            <th scope="col" class="num">Size</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ policyId, reason, text, files, bytesBefore }) => (
            <tr key={`${policyId} ${reason}`}>
              <td class="lead">{nameOf(policyId)}</td>
              <td data-label="Decision">{text}</td>
              <td class="num" data-label="Files">{files}</td>
              <td class="num" data-label="Size">{bytes(bytesBefore)}</td>
            </tr>
          ))}
          {untouched.files > 0 && (
            <tr>
              <td class="lead">No policy</td>
              <td data-label="Decision">The file is not changed.</td>
              <td class="num" data-label="Files">{untouched.files}</td>
              <td class="num" data-label="Size">{bytes(untouched.bytesBefore)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function Files({ title, files, reasons }: { title: string; files: PlannedFile[]; reasons: PolicyPlan["reasons"] }) {
  const link = useLink();
  const textOf = ({ policyId, reason, detail }: PlannedFile) =>
    detail ?? reasons.find((one) => one.policyId === policyId && one.reason === reason)?.text ?? REASONS[reason];
  if (files.length === 0) return null;
  return (
    <details>
      <summary>{`${title} (${files.length})`}</summary>
      <div class="table-wrap">
        <table class="cards" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col" class="num">Size</th>
              <th scope="col" class="num">Expected</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => {
              const { key, title, subtitle, localPath, sizeBytes, bytesAfter } = file;
              return (
                <tr key={key}>
                  <td class="lead">
                    <a href={link(`/policies/trace?${new URLSearchParams({ path: localPath })}`)}>{title}</a> {subtitle}
                  </td>
                  <td class="num" data-label="Size">{bytes(sizeBytes)}</td>
                  <td class="num" data-label="Expected">
                    {bytesAfter ? `${bytes(bytesAfter[0])} to ${bytes(bytesAfter[2])}` : "unchanged"}
                  </td>
                  <td data-label="Reason">{textOf(file)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
