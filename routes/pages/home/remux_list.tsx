import { bytes, count, estimatedTime, saving } from "../../../lib/kit/format.ts";
import { Amounts } from "../../../lib/ui/components/amounts.tsx";
import { hx } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import type { RemuxKind, RemuxOffer } from "./remux_offers.ts";

const NAMES: Record<RemuxKind, { remux: string; file: string }> = {
  movie: { remux: "movie remux", file: "movie" },
  tv: { remux: "episode remux", file: "episode" },
  anime: { remux: "anime remux", file: "anime file" },
};

/** List without estimates, which is replaced by the complete list after the files have been read. */
export function PendingRemuxList({ offers }: { offers: RemuxOffer[] }) {
  const link = useLink();
  return (
    <div
      {...hx({
        get: link("/home/remuxes?part=results"),
        trigger: "load",
        target: "this",
        swap: "innerMorph",
        config: '{"timeout":0}',
      })}
    >
      <RemuxList offers={offers} pending />
    </div>
  );
}

/**
 * One sentence for each kind of media: number and size of its remuxes, expected result and time, and a button that
 * opens the files.
 */
export function RemuxList({ offers, pending = false }: { offers: RemuxOffer[]; pending?: boolean }) {
  const link = useLink();
  if (offers.length === 0) return <p class="quiet">All remuxes are encoded or queued.</p>;
  return (
    <ul class="remux-offers">
      {offers.map((offer) => {
        const { remux, file } = NAMES[offer.kind];
        return (
          <li key={offer.kind}>
            <p>
              <strong>{count(offer.files, remux, `${remux}es`)}</strong>
              <Amounts text={` to encode, ${bytes(offer.sourceBytes)}`} />
              {pending ? <span class="quiet">, calculating the result …</span> : <Result offer={offer} />}
            </p>
            <a class="button primary" href={link(`/home/remuxes/${offer.kind}`)}>
              <Icon name="encode" size={16} />Encode {count(offer.files, file)}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function Result({ offer: { sourceBytes, estimate } }: { offer: RemuxOffer }) {
  const link = useLink();
  if (estimate === undefined) {
    return (
      <span class="quiet">
        . None of the files can be opened on this server. <a href={link("/settings/mappings?find=1")}>Find mapping</a>
      </span>
    );
  }
  const { bytes: after, nothingToDo, encodeSeconds, profileName } = estimate;
  if (nothingToDo) return <span class="quiet">{`. ${profileName} would not change these files.`}</span>;
  const time = encodeSeconds === undefined ? "" : ` About ${estimatedTime(encodeSeconds)}, based on earlier encodes.`;
  return (
    <>
      {" → "}
      <strong>
        <Amounts text={`about ${bytes(after)}`} />
      </strong>
      <span class="quiet">
        <Amounts text={` (${saving(sourceBytes, after)}) with ${profileName}.${time}`} />
      </span>
    </>
  );
}

/** The list of remuxes as a separate page for browsers without JavaScript. */
export const RemuxPage = ({ offers }: { offers: RemuxOffer[] }) => (
  <Page title="Remuxes" lead="Remuxes that have not been encoded, with the expected result of the default profile.">
    <section class="card">
      <RemuxList offers={offers} />
    </section>
  </Page>
);
