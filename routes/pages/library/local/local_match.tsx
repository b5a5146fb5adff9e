import type { Candidate } from "../../../../lib/library/local/candidates.ts";
import type { LocalItem } from "../../../../lib/library/local_title_model.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Empty, Note } from "../../../../lib/ui/layout.tsx";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";

/** A lookup of a title and its result. */
export interface Lookup {
  /** Name of the queried service. */
  source: string;
  connected: boolean;
  /** Search text. Undefined if no search was requested. */
  q?: string;
  candidates?: Candidate[];
  problem?: string;
}

/** Current match of a title, and alternatives. */
export function LocalMatches({ item, lookup }: { item: LocalItem; lookup: Lookup }) {
  const link = useLink();
  const match = link(`/api/local/items/${item.id}/match`);
  return (
    <section class="section card stack" id="match" aria-labelledby="match-h">
      <h2 id="match-h">Match</h2>
      <p>{taken(item)}</p>
      {item.meta?.status === "error" && <Note tone="warn">{item.meta.error}</Note>}
      {item.meta?.status === "matched" && (
        <form {...hxForm(match, { then: `/local/${item.id}` })}>
          <input type="hidden" name="clear:boolean" value="true" />
          <button type="submit">Remove match</button>
        </form>
      )}
      {lookup.connected
        ? (
          <form method="get" action={link(`/local/${item.id}#match`)} class="inline-form" role="search">
            <label for="match-q">Look up</label>
            <input id="match-q" type="search" name="q" value={lookup.q ?? item.title} maxLength={200} />
            <button type="submit">{`Search ${lookup.source}`}</button>
          </form>
        )
        : (
          <p class="quiet">
            Titles are looked up through {lookup.source}. Connect it under{" "}
            <a href={link("/settings/connections#connections")}>Settings</a>.
          </p>
        )}
      {lookup.problem !== undefined && <Note tone="bad">{lookup.problem}</Note>}
      {lookup.candidates?.length === 0 && (
        <Empty title="No match found">
          <p>Search with another spelling, or with the original title.</p>
        </Empty>
      )}
      {lookup.candidates?.map((candidate) => (
        <CandidateRow key={candidate.externalId} candidate={candidate} action={match} then={`/local/${item.id}`} />
      ))}
    </section>
  );
}

function taken({ meta }: LocalItem): string {
  if (meta === undefined) return "Not looked up yet.";
  if (meta.status === "error") return "The lookup failed. It is retried after the next scan.";
  if (meta.status === "none") {
    return meta.manual ? "You rejected all matches." : "No reliable match was found.";
  }
  return meta.manual
    ? "Selected manually."
    : `Matched automatically${meta.score === undefined ? "" : `, with a score of ${meta.score}`}.`;
}

function CandidateRow({ candidate, action, then }: { candidate: Candidate; action: string; then: string }) {
  const { title = "", year, artist, overview, poster, score, type } = candidate;
  const facts = [artist, year, type].filter((part) => part).join(" · ");
  return (
    <form {...hxForm(action, { then })} class="candidate">
      <Fields candidate={candidate} />
      <Picture url={poster} title={title} width={60} height={90} />
      <div>
        <p>
          <strong>{title}</strong> <span class="quiet">{facts}</span>{" "}
          <span class="badge" data-tone={score >= 80 ? "good" : undefined}>{`${score} of 100`}</span>
        </p>
        <p class="small quiet candidate-text">{overview}</p>
      </div>
      <button type="submit">Use this match</button>
    </form>
  );
}

/** Hidden fields that contain the selected candidate. */
function Fields({ candidate }: { candidate: Candidate }) {
  const { genres, ...facts } = candidate;
  return (
    <>
      {Object.entries(facts).map(([name, value]) => (
        <input
          key={name}
          type="hidden"
          name={`candidate.${name}${typeof value === "number" ? ":number" : ""}`}
          value={String(value)}
        />
      ))}
      {genres.map((genre) => <input key={genre} type="hidden" name="candidate.genres:texts" value={genre} />)}
    </>
  );
}
