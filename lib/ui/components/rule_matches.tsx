import { Note } from "../layout.tsx";
import { saving } from "../../kit/format.ts";
import { type ShownEstimate, sizeText, timeText } from "../profiles/estimate_text.ts";
import { Amounts } from "./amounts.tsx";

/** Result of the rules of a smart profile for one file. */
export interface RuleMatch {
  title: string;
  path: string;
  /** Rules that matched, each with its conditions, and the reason why the video is encoded or not. */
  reasons: string[];
  /** Planned actions as text. */
  summary: string[];
  nothingToDo: boolean;
  estimate?: ShownEstimate & { sourceBytes: number };
  /** Reason why there is no result. */
  problem?: string;
}

/** Rules that match files in the library, with their effect on each file. */
export function RuleMatches({ matches, problem }: { matches: RuleMatch[]; problem?: string }) {
  if (problem !== undefined) return <Note tone="bad">{problem}</Note>;
  if (matches.length === 0) {
    return <p class="empty">No files found. Connect a manager, add local folders, or encode a file first.</p>;
  }
  return (
    <div class="card flush table-wrap" tabIndex={0} role="region" aria-label="Rule matches in the library">
      <table class="cards rule-matches">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Matching rules</th>
            <th scope="col">Action</th>
            <th scope="col" class="num">Size</th>
          </tr>
        </thead>
        <tbody>{matches.map((match) => <MatchRow key={match.path} {...match} />)}</tbody>
      </table>
    </div>
  );
}

function MatchRow({ title, path, reasons, summary, nothingToDo, estimate, problem }: RuleMatch) {
  return (
    <tr>
      <td data-label="Title">
        <strong title={path}>{title}</strong>
      </td>
      <td data-label="Matching rules">
        {reasons.length === 0
          ? <span class="quiet">{problem === undefined ? "None: the base profile applies." : ""}</span>
          : <ul class="plain-list small">{reasons.map((reason) => <li>{reason}</li>)}</ul>}
      </td>
      <td data-label="Action">
        {problem !== undefined ? problem : nothingToDo ? "Nothing to do" : (
          <ul class="plain-list small">
            {summary.map((line) => (
              <li>
                <Amounts text={line} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td data-label="Size" class="num">
        {estimate && !nothingToDo && (
          <>
            {sizeText(estimate)}
            <div class="quiet small">{saving(estimate.sourceBytes, estimate.bytes)}</div>
            <div class="quiet small">{timeText(estimate)}</div>
          </>
        )}
      </td>
    </tr>
  );
}
