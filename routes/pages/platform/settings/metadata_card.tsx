import type { ComponentChildren } from "preact";
import type { AnimeStatus } from "../../../../lib/library/anime/model.ts";
import type { MetadataState } from "../../../../lib/library/metadata_state.ts";
import { Moment } from "../../../../lib/ui/components/moment.tsx";
import { hx, hxAction } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { CHANGES, Fact, Redrawn, When } from "../system/system_frame.tsx";

/** Data of the card. `now` is the reference for displayed times. */
export interface MetadataCardData {
  state: MetadataState;
  now: Date;
}

/** State of the metadata services. The card is empty if all services with a state are disabled. */
export function MetadataCard(data: MetadataCardData) {
  const link = useLink();
  const { anime, omdb, products } = data.state;
  if ((anime ?? omdb ?? products) === undefined) return null;
  return (
    <section class="card stack settings-aside" id="metadata-services" aria-labelledby="metadata-services-h">
      <h2 id="metadata-services-h">Metadata service status</h2>
      <Redrawn url={link("/settings?part=metadata")} target="#metadata-state">
        <MetadataFacts {...data} />
      </Redrawn>
    </section>
  );
}

/** Facts about the metadata services. Polls while anime data is being downloaded. */
export function MetadataFacts({ state: { anime, omdb, products }, now }: MetadataCardData) {
  const link = useLink();
  const polling = anime?.loading
    ? hx({ get: link("/settings?part=metadata"), trigger: "every 2s", swap: "outerMorph", target: "this" })
    : {};
  return (
    <div class="stack" id="metadata-state" {...polling}>
      {anime && <AnimeState anime={anime} now={now} />}
      {(omdb ?? products) && (
        <dl class="facts">
          {omdb && (
            <Fact name="OMDb">
              {omdb.pausedUntil === undefined ? "Not paused" : (
                <>
                  Paused until <Moment at={omdb.pausedUntil} />: daily API limit reached
                </>
              )}
            </Fact>
          )}
          {products && (
            <Fact name="Barcode database">
              {products.remaining} lookups remaining; resets at <Moment at={products.resetAt} />
            </Fact>
          )}
        </dl>
      )}
    </div>
  );
}

function AnimeState({ anime, now }: { anime: AnimeStatus; now: Date }) {
  const link = useLink();
  const { animeCount, mappingCount, updatedAt, error, loading } = anime;
  const facts: [string, ComponentChildren][] = [
    ["Anime data", animeText(anime)],
    ["Anime", animeCount],
    ["Mapped to other databases", mappingCount],
    ["Last refresh", updatedAt === undefined ? "never" : <When at={updatedAt} now={now} />],
  ];
  return (
    <>
      <dl class="facts">{facts.map(([name, value]) => <Fact key={name} name={name}>{value}</Fact>)}</dl>
      {error && <Note tone="warn">{error}</Note>}
      <form {...hxAction(link("/api/animedb/refresh"))} class={CHANGES}>
        <button type="submit" disabled={loading}>Refresh anime data</button>
      </form>
    </>
  );
}

const animeText = ({ loaded, loading }: AnimeStatus): string =>
  loading
    ? loaded ? "Refreshing; the current data is used until then" : "Downloading"
    : loaded
    ? "Loaded"
    : "Not loaded";
