import { Note, Page } from "../../../../../lib/ui/layout.tsx";
import { StreamSources } from "../../../../../lib/ui/components/stream_table.tsx";
import { useLink } from "../../../../../lib/ui/render.tsx";
import type { EncodeData } from "../../../encode/offers/encode_model.ts";
import { type ManagedSource, OfferCard, StreamDrawer } from "../../../encode/offers/offer_card.tsx";
import { recommendedOf } from "../../../encode/offers/recommended.ts";

/** Results of the profiles for a movie's file. */
export interface MovieOffersData {
  id: number;
  title: string;
  data: EncodeData;
  source: ManagedSource;
}

/** Three recommended profiles with size, time and queue button, followed by the streams. */
export function MovieOffers({ data, source }: Pick<MovieOffersData, "data" | "source">) {
  const { probe, offers, kind = "movie", defaultProfileId, error, remedy, paths } = data;
  if (probe === undefined) {
    return (
      <Note tone="bad">
        <p>{error ?? "The file cannot be read."}</p>
        {remedy && <p>{remedy}</p>}
      </Note>
    );
  }
  const usable = offers.flatMap((offer) => "outcome" in offer ? [offer] : []);
  const shown = recommendedOf(usable, kind, defaultProfileId);
  const [any] = usable;
  return (
    <div class="stack">
      {shown.length === 0 && <p class="quiet">None of the recommended profiles can encode this file on this server.</p>}
      <div class="profile-grid recommended">
        {shown.map(({ rank, offer }) => (
          <OfferCard
            {...offer}
            paths={paths}
            source={source}
            probe={probe}
            audioOnly={false}
            preferred={offer.profile.id === defaultProfileId}
            rank={rank}
          />
        ))}
      </div>
      {shown.map(({ offer: { profile, outcome } }) => <StreamDrawer profile={profile} outcome={outcome} />)}
      {any && (
        <details class="title-streams">
          <summary>{`Stream details (${any.outcome.streams.length})`}</summary>
          <StreamSources streams={any.outcome.streams} />
        </details>
      )}
    </div>
  );
}

/** The results of the profiles as a separate page for browsers without JavaScript. */
export function MovieOffersPage({ id, title, ...offers }: MovieOffersData) {
  const link = useLink();
  return (
    <Page title={title} lead="Results with the recommended profiles.">
      <p>
        <a href={link(`/movies/${id}`)}>Back to the movie</a>
      </p>
      <section aria-labelledby="offers-h">
        <h2 id="offers-h">Profiles</h2>
        <MovieOffers {...offers} />
      </section>
    </Page>
  );
}
