import type { CdInfo } from "../../../../lib/discs/cd_schema.ts";
import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import { nextRipState } from "../../../../lib/discs/rip_states.ts";
import { count } from "../../../../lib/kit/format.ts";
import type { CatalogRelease } from "../../../../lib/library/metadata/musicbrainz/model.ts";
import { Picture } from "../../../../lib/ui/components/picture.tsx";
import { hxForm } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { DiscData } from "../disc/disc_data.ts";
import { StepForm } from "../rip_rows.tsx";

const SOURCES: Record<CatalogRelease["source"], string> = {
  releasedb: "MusicBrainz",
  cddb: "CDDB: no cover, no IDs",
  cdtext: "CD-Text on the disc",
};

interface ReleasesProps {
  rip: Rip;
  cd: CdInfo;
  search: DiscData["search"];
  connected: DiscData["connected"];
}

/** Releases that may match the disc: matches of the disc ID, and search results. */
export function CdReleases({ rip, cd, search, connected }: ReleasesProps) {
  const { releases, sure, selected } = cd;
  // Lidarr identifies albums by their release group.
  const mayBeAdded = connected.music && rip.media.arrId === undefined &&
    releases[selected]?.releaseGroupId !== undefined;
  return (
    <section class="section card stack" aria-labelledby="match-h" id="match">
      <div class="section-head">
        <h2 id="match-h">Identify release</h2>
        {nextRipState(rip.status, "identify") !== undefined && (
          <StepForm
            rip={rip}
            step="identify"
            label="Look up again"
          />
        )}
      </div>
      <p>
        {releases.length === 0
          ? "No match was found for this disc. Search for its release, or enter the album and track names manually."
          : sure
          ? `${count(releases.length, "release")} found.`
          : `${count(releases.length, "release")} found, but it is not clear which one is correct. Choose one.`}
      </p>
      {releases.length > 0 && <Choice rip={rip} cd={cd} />}
      {mayBeAdded && <AddNow id={rip.id} />}
      <Search rip={rip} search={search} />
    </section>
  );
}

function AddNow({ id }: { id: string }) {
  const link = useLink();
  return (
    <form
      {...hxForm(link(`/api/disc/rips/${id}/add-to-library`), { done: "Added to Lidarr." })}
      class="inline-form wraps"
    >
      <span class="quiet">The album is added to Lidarr when the rip is imported. You can also add it now.</span>
      <button type="submit">Add to Lidarr now</button>
    </form>
  );
}

function Choice({ rip: { id }, cd: { releases, selected } }: Pick<ReleasesProps, "rip" | "cd">) {
  const link = useLink();
  return (
    <form {...hxForm(link(`/api/disc/rips/${id}/catalog`), { then: `/discs/${id}` })} class="stack">
      <fieldset>
        <legend class="label">Matches for this disc</legend>
        <div class="match-choices">
          {releases.map((release, index) => (
            <label key={`${release.source} ${release.releaseId}`} class="match-choice" data-kind="album">
              <input type="radio" name="index:number" value={index} checked={index === selected} />
              <Picture url={release.coverUrl} title={release.title} width={60} height={60} />
              <ReleaseText release={release} />
            </label>
          ))}
          <label class="match-choice" data-kind="album">
            <input type="radio" name="index:number" value={-1} checked={selected < 0} />
            <Picture url={undefined} title={undefined} width={60} height={60} />
            <span>
              <strong>None of these</strong>
              <span class="quiet small block">Tracks are named from CD-Text, or by number</span>
            </span>
          </label>
        </div>
      </fieldset>
      <p>
        <button type="submit">Use this release</button>
      </p>
    </form>
  );
}

function ReleaseText({ release }: { release: CatalogRelease }) {
  const { title, artist, inexact, discNumber, discCount, source } = release;
  return (
    <span>
      <strong>{title || "Untitled"}</strong>
      <span class="small block">{artist}</span>
      <span class="quiet small block">{factsOf(release)}</span>
      <span class="quiet small block">
        {[
          discCount > 1 ? `disc ${discNumber} of ${discCount}` : "",
          inexact ? "similar disc" : "",
          SOURCES[source],
        ].filter((part) => part !== "").join(" · ")}
      </span>
    </span>
  );
}

/** Date, country, label, catalog number, barcode and media. */
const factsOf = ({ date, country, label, catalogNumber, barcode, format, disambiguation }: CatalogRelease): string =>
  [date, country, label, catalogNumber, barcode && `barcode ${barcode}`, format, disambiguation]
    .filter((part) => part !== undefined && part !== "").join(" · ");

function Search({ rip: { id, media }, search }: Pick<ReleasesProps, "rip" | "search">) {
  const link = useLink();
  const words = [media.artist, media.title].filter(Boolean).join(" ");
  return (
    <>
      <form
        method="get"
        action={link(`/discs/${id}#match`)}
        class="inline-form"
        role="search"
        aria-label="Another release"
      >
        <label for="match-q">Artist and album</label>
        <input
          id="match-q"
          type="search"
          name="q"
          value={search?.q ?? ""}
          maxLength={200}
          placeholder={words}
          required
        />
        <button type="submit">Search MusicBrainz</button>
      </form>
      {search?.problem && <Note tone="bad">{search.problem}</Note>}
      {search !== undefined && search.problem === undefined && <Found id={id} search={search} />}
    </>
  );
}

function Found({ id, search: { q, releases = [] } }: { id: string; search: NonNullable<DiscData["search"]> }) {
  const link = useLink();
  if (releases.length === 0) return <p>No results for “{q}”.</p>;
  return (
    <form {...hxForm(link(`/api/disc/rips/${id}/catalog`), { then: `/discs/${id}` })} class="stack">
      <fieldset>
        <legend class="label">{`Results for “${q}”`}</legend>
        <div class="match-choices">
          {releases.map((release, at) => (
            <label key={release.releaseId} class="match-choice" data-kind="album">
              <input type="radio" name="releaseId" value={release.releaseId} checked={at === 0} />
              <Picture url={release.coverUrl} title={release.title} width={60} height={60} />
              <ReleaseText release={release} />
            </label>
          ))}
        </div>
      </fieldset>
      <p>
        <button type="submit">Use this MusicBrainz release</button>
      </p>
    </form>
  );
}
