import type { SharedContribution } from "../../../../lib/discs/identify/catalogues/sharedb_contribution.ts";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { count } from "../../../../lib/kit/format.ts";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { useLink } from "../../../../lib/ui/render.tsx";

/** Asks once whether data about a delivered disc may be shared, and shows all data that would be sent. */
export function ShareQuestion({ rip, contribution }: { rip: Rip; contribution: SharedContribution }) {
  const link = useLink();
  const answer = link(`/api/disc/rips/${rip.id}/share`);
  const then = `/discs/${rip.id}`;
  return (
    <section class="card stack" aria-labelledby="share-h">
      <h2 id="share-h">Share this disc's contents?</h2>
      <p>
        {"Other users with the same disc would not have to match it manually. The following would be sent to the shared disc index: " +
          `${sentText(contribution)}.`}
      </p>
      <p class="quiet">
        Not sent: the disc label, the names and paths of your files, keys, and any personal data.
      </p>
      <details>
        <summary>Show exactly what would be sent</summary>
        <pre class="code" tabindex={0} aria-label="What would be sent">{JSON.stringify(contribution, null, 2)}</pre>
      </details>
      <div class="actions">
        <form {...hxForm(answer, { then })}>
          <input type="hidden" name="accept:boolean" value="true" />
          <button type="submit" class="primary">Share</button>
        </form>
        <form {...hxForm(answer, { then })}>
          <input type="hidden" name="accept:boolean" value="false" />
          <button type="submit">Do not share</button>
        </form>
      </div>
    </section>
  );
}

/** Describes all data in a contribution. */
function sentText({ kind, season, disc, discs, titles }: SharedContribution): string {
  const ids = kind === "movie" ? "its TMDB ID" : "the TVDB ID of the series";
  const numbers = [
    season === undefined ? undefined : `season ${season}`,
    disc === undefined ? undefined : `disc ${disc}${discs === undefined ? "" : ` of ${discs}`}`,
    disc === undefined && discs !== undefined ? `the number of discs in the set (${discs})` : undefined,
  ].filter((text) => text !== undefined);
  const ofTitles = `and, for ${count(titles.length, "title")}, the playlist or title set name, the length and the type${
    kind === "movie" ? "" : ", with episode numbers"
  }`;
  return ["the disc hash", ids, ...numbers, ofTitles].join(", ");
}
