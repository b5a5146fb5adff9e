import type { Probe } from "../../../../lib/media/probe/model.ts";
import { count } from "../../../../lib/kit/format.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { EncodeData, ProfileOffer } from "./encode_model.ts";
import { OfferCard, StreamDrawer } from "./offer_card.tsx";
import { PreviewBar } from "./preview_bar.tsx";
import { KIND_NAMES, recommendedOf } from "./recommended.ts";

type OffersProps = EncodeData & { probe: Probe };
type Usable = Extract<ProfileOffer, { outcome: unknown }>;

/** Number of previews that are selected by default: enough to compare, and quick to create. */
const PREVIEWED_AT_FIRST = 2;
/** Maximum number of user profiles shown next to the recommended ones. Dozens of cards would be confusing. */
const MAX_OWN_SHOWN = 6;

/**
 * Three recommended profiles, the user's profiles, a preview of the selected profiles, and all other profiles
 * collapsed.
 */
export function Offers(props: OffersProps) {
  const { paths, selectionId, probe, offers, audioOnly, defaultProfileId, kind = "movie" } = props;
  const usable = offers.filter((offer): offer is Usable => "outcome" in offer);
  const pictured = probe.streams.some((stream) => stream.kind === "video");
  const recommended = recommendedOf(usable, kind, defaultProfileId);
  const isAside = ({ profile }: ProfileOffer) => pictured && profile.mediaType === "music";
  const rest = usable.filter((offer) => !recommended.some((one) => one.offer === offer));
  const own = rest.filter((offer) => offer.profile.own && !isAside(offer)).slice(0, MAX_OWN_SHOWN);
  const others = rest.filter((offer) => !own.includes(offer));
  const canPreview = pictured && !audioOnly && probe.durationSeconds > 0;
  const card = (offer: Usable, rank?: (typeof recommended)[number]["rank"], index = Infinity) => (
    <OfferCard
      {...offer}
      paths={paths}
      selectionId={selectionId}
      probe={probe}
      audioOnly={audioOnly}
      encodedHere={props.encodedHere?.length ?? 0}
      preferred={offer.profile.id === defaultProfileId}
      rank={rank}
      previewed={canPreview && offer.profile.mediaType !== "music" ? index < PREVIEWED_AT_FIRST : undefined}
    />
  );
  return (
    <section class="section" aria-labelledby="offers-h">
      <div class="section-head">
        <h2 id="offers-h">{recommended.length > 0 ? `For ${KIND_NAMES[kind]}` : "What each profile would do"}</h2>
        <AudioOnlySwitch paths={paths} selectionId={selectionId} audioOnly={audioOnly} />
      </div>
      <div class="profile-grid recommended">{recommended.map(({ rank, offer }, i) => card(offer, rank, i))}</div>
      {own.length > 0 && (
        <>
          <h3 id="own-h">Your profiles</h3>
          <div class="profile-grid own-profiles" role="group" aria-labelledby="own-h">
            {own.map((offer) => card(offer))}
          </div>
        </>
      )}
      {canPreview && <PreviewBar probe={probe} />}
      <Folded title="more profiles" offers={others.filter((offer) => !isAside(offer))} draw={(offer) => card(offer)} />
      <Folded
        title="music profiles, which keep only the audio"
        offers={others.filter(isAside)}
        draw={(offer) => card(offer)}
      />
      <Unusable offers={offers} />
      {usable.map(({ profile, outcome }) => <StreamDrawer profile={profile} outcome={outcome} />)}
    </section>
  );
}

function AudioOnlySwitch({ paths, selectionId, audioOnly }: Pick<EncodeData, "paths" | "selectionId" | "audioOnly">) {
  const link = useLink();
  const query = new URLSearchParams(
    selectionId === undefined ? paths.map((path) => ["path", path]) : [["selection", selectionId]],
  );
  if (!audioOnly) query.set("audioOnly", "1");
  return (
    <a class="button" role="switch" aria-checked={audioOnly ? "true" : "false"} href={link(`/encode?${query}`)}>
      <Icon name={audioOnly ? "check" : "plus"} size={16} />Audio only
    </a>
  );
}

interface FoldedProps {
  /** Text after the number of profiles in the summary. */
  title: string;
  offers: Usable[];
  draw(offer: Usable): preact.ComponentChild;
}

function Folded({ title, offers, draw }: FoldedProps) {
  if (offers.length === 0) return null;
  return (
    <details class="section">
      <summary>{`${offers.length} ${title}`}</summary>
      <div class="profile-grid">{offers.map(draw)}</div>
    </details>
  );
}

/** Profiles that cannot run on this machine or are not suitable for the file, each with the reason. */
function Unusable({ offers }: { offers: ProfileOffer[] }) {
  const unusable = offers.flatMap((offer) => "reason" in offer ? offer : []);
  if (unusable.length === 0) return null;
  return (
    <details class="section">
      <summary>
        {`${count(unusable.length, "profile")} hidden: not available here or not suitable for this file`}
      </summary>
      <ul class="stack">
        {unusable.map(({ profile, reason }) => (
          <li>
            <strong>{profile.name}</strong>: <span class="quiet">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
