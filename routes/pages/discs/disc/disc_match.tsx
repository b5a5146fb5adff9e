import type { Rip, RipMedia } from "../../../../lib/discs/rip_schema.ts";
import { nextRipState } from "../../../../lib/discs/rip_states.ts";
import { CheckField, type Options, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { OptionalNumber } from "../choice_fields.tsx";
import { isOpen, mediaName } from "../rip_state.tsx";
import { StepForm } from "../rip_rows.tsx";
import type { DiscData } from "./disc_data.ts";

const KINDS: Options = [["movie", "Movie"], ["series", "Series"], ["unknown", "Unknown"]];

/** Identified title of the disc, alternatives, and the form to change it. */
export function DiscMatch({ rip, search, connected }: DiscData) {
  const isChosen = rip.media.kind !== "unknown";
  const body = (
    <>
      <Candidates rip={rip} search={search} />
      <Lookup rip={rip} q={search?.q} />
      {search?.problem && <Note tone="bad">{search.problem}</Note>}
      {rip.media.kind === "series" && <SeasonForm rip={rip} />}
      <ByHand rip={rip} />
    </>
  );
  return (
    <section class="section card stack" aria-labelledby="match-h" id="match">
      <div class="section-head">
        <h2 id="match-h">Match</h2>
        {nextRipState(rip.status, "identify") !== undefined && (
          <StepForm rip={rip} step="identify" label="Match again" />
        )}
      </div>
      <p>
        {isChosen
          ? <strong>{mediaName(rip.media)}</strong>
          : isOpen(rip)
          ? "No match was found for this disc. Select or search for its title; otherwise nothing can be imported."
          : "No match was found for this disc. Its files are named after the disc label."}{" "}
        <span class="quiet">{howMatched(rip.media)}</span>
      </p>
      {mayBeAdded(rip, connected) && <AddNow rip={rip} />}
      {isOpen(rip) && (isChosen && search === undefined && rip.media.kind !== "series"
        ? (
          <details>
            <summary>Change match</summary>
            <div class="stack">{body}</div>
          </details>
        )
        : body)}
    </section>
  );
}

/**
 * True if the title can be added to a manager. This requires an ID with which the manager finds the title, and is
 * possible only before the rip has finished.
 */
const mayBeAdded = ({ media, status }: Rip, connected: DiscData["connected"]): boolean =>
  (media.kind === "movie" || media.kind === "series") && connected[media.kind] && media.arrId === undefined &&
  media.externalId !== undefined && status !== "done";

const SOURCES: Record<NonNullable<RipMedia["matchedBy"]>, string> = {
  library: "found in your library",
  animedb: "found in the anime database",
  discdb: "found in the disc catalogue",
  expected: "expected disc",
  lookup: "found by manager lookup",
  omdb: "found on OMDb",
  user: "selected manually",
};

function howMatched({ kind, matchedBy, confidence, reason }: RipMedia): string {
  if (kind === "unknown") return "";
  // For an expected disc, the reason already names the source.
  const how = matchedBy === undefined || matchedBy === "expected" && reason !== undefined ? "" : SOURCES[matchedBy];
  return [how, matchedBy === "user" ? "" : `${Math.round(confidence)} % confidence`, reason].filter(Boolean).join(
    " · ",
  );
}

const idOf = ({ kind, externalId, title, seasonNumber }: RipMedia): string =>
  `${kind} ${externalId ?? title} ${seasonNumber ?? ""}`;

function Candidates({ rip, search }: Pick<DiscData, "rip" | "search">) {
  const link = useLink();
  const isKnown = rip.media.kind !== "unknown";
  const all = [...(isKnown ? [rip.media] : []), ...(search?.found ?? []), ...rip.candidates];
  const choices = [...new Map(all.toReversed().map((media) => [idOf(media), media])).values()].toReversed();
  if (choices.length === 0 || isKnown && choices.length === 1) {
    return search !== undefined && search.problem === undefined ? <p>No results for “{search.q}”.</p> : null;
  }
  return (
    <form {...hxForm(link(`/api/disc/rips/${rip.id}`), { then: `/discs/${rip.id}` })} class="stack">
      <fieldset>
        <legend class="label">Possible matches</legend>
        <div class="match-choices">
          {choices.map((media, at) => (
            <label key={idOf(media)} class="match-choice">
              <input
                type="radio"
                name="media:json"
                value={JSON.stringify(media)}
                checked={isKnown ? idOf(media) === idOf(rip.media) : at === 0}
              />
              <Picture url={media.poster} title={media.title} width={40} height={60} />
              <span>
                <strong>{mediaName(media)}</strong>
                <span class="quiet small block">{factsOf(media)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <p>
        <button type="submit">Use this match</button>
      </p>
    </form>
  );
}

const factsOf = ({ kind, seasonNumber, confidence, reason, genres }: RipMedia): string =>
  [
    kind === "series" ? "Series" : kind === "movie" ? "Movie" : "",
    seasonNumber === undefined ? "" : `season ${seasonNumber}`,
    confidence > 0 && confidence < 100 ? `${Math.round(confidence)} %` : "",
    genres.slice(0, 3).join(", "),
    reason,
  ].filter(Boolean).join(" · ");

function Lookup({ rip, q }: { rip: Rip; q?: string }) {
  const link = useLink();
  return (
    <form
      method="get"
      action={link(`/discs/${rip.id}#match`)}
      class="inline-form"
      role="search"
      aria-label="Another title"
    >
      <label for="match-q">Another title</label>
      <input
        id="match-q"
        type="search"
        name="q"
        value={q ?? ""}
        maxLength={200}
        placeholder={rip.media.title}
        required
      />
      <button type="submit">Search</button>
    </form>
  );
}

function AddNow({ rip }: { rip: Rip }) {
  const link = useLink();
  const app = rip.media.kind === "series" ? "Sonarr" : "Radarr";
  return (
    <form
      {...hxForm(link(`/api/disc/rips/${rip.id}/add-to-library`), { done: `Added to ${app}.` })}
      class="inline-form wraps"
    >
      <span class="quiet">{`Not in ${app} yet.`}</span>
      <button type="submit">{`Add to ${app} now`}</button>
    </form>
  );
}

/** Form for the season and first episode of a disc of a series. The other media information is kept. */
function SeasonForm({ rip: { id, media } }: { rip: Rip }) {
  const link = useLink();
  const { seasonNumber, episodeStart, discNumber, discCount, absoluteNumbering, ...rest } = media;
  return (
    <form {...hxForm(link(`/api/disc/rips/${id}`), { done: "Saved." })} class="stack">
      <input type="hidden" name="media:json" value={JSON.stringify(rest)} />
      <div class="fields">
        <OptionalNumber name="media.seasonNumber" label="Season" value={seasonNumber} min={0} />
        <OptionalNumber name="media.episodeStart" label="First episode on this disc" value={episodeStart} min={0} />
        <OptionalNumber name="media.discNumber" label="Disc number" value={discNumber} min={1} />
        <OptionalNumber name="media.discCount" label="Discs in the set" value={discCount} min={1} />
        <CheckField
          name="media.absoluteNumbering"
          label="Absolute episode numbers (anime)"
          checked={absoluteNumbering === true}
        />
      </div>
      <p>
        <button type="submit">Save season</button>
      </p>
    </form>
  );
}

/** Form to enter a title that no search finds. Manager IDs and images of the previous title are removed. */
function ByHand({ rip: { id, media } }: { rip: Rip }) {
  const link = useLink();
  const { seasonNumber, episodeStart, discNumber, discCount } = media;
  const kept = { seasonNumber, episodeStart, discNumber, discCount };
  return (
    <details>
      <summary>Enter the title manually</summary>
      <form {...hxForm(link(`/api/disc/rips/${id}`), { then: `/discs/${id}` })} class="stack">
        <input type="hidden" name="media:json" value={JSON.stringify(kept)} />
        <div class="fields">
          <SelectField name="media.kind" label="Type" value={media.kind} options={KINDS} />
          <TextField name="media.title" label="Title" value={media.title} required />
          <OptionalNumber name="media.year" label="Year" value={media.year} min={1800} />
          <OptionalNumber
            name="media.externalId"
            label="TMDB ID (movie) or TVDB ID (series)"
            value={media.externalId}
            min={1}
          />
        </div>
        <p>
          <button type="submit">Use this title</button>
        </p>
      </form>
    </details>
  );
}
