import type { Offer } from "../../../lib/encode/plan/offer.ts";
import type { Probe } from "../../../lib/media/probe/model.ts";
import { bytes, duration } from "../../../lib/kit/format.ts";
import { hxForm } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { OfferCard, type ProfileChoice } from "./offer_card.tsx";

/** What one profile would make of the chosen file, or why it cannot. */
export type ProfileOffer = { profile: ProfileChoice } & ({ outcome: Offer } | { reason: string });

/** The page that encodes chosen files: `offers` are for the first file, one per profile; `error` is why it has none. */
export interface EncodeData {
  /** Chosen files; empty = the folder browser. */
  paths: string[];
  /** The id they are kept under. */
  selectionId?: string;
  /** Facts of the first chosen file. */
  probe?: Probe;
  error?: string;
  offers: ProfileOffer[];
  audioOnly: boolean;
  defaultProfileId: string;
}

/** Pick a file, see every profile side by side, queue it. */
export function EncodePage(data: EncodeData) {
  return (
    <Page
      title="Encode"
      lead="Pick media on the server. Nothing is touched until a job runs, and originals stay unless a profile replaces them."
    >
      {data.paths.length === 0 ? <Browser /> : <Chosen {...data} />}
    </Page>
  );
}

function Browser() {
  const link = useLink();
  return (
    <>
      <div data-island="FolderBrowser" data-props={JSON.stringify({ path: "", open: "/encode" })}></div>
      <noscript>
        <form method="get" action={link("/encode")} class="inline-form">
          <label for="path">Path on the server</label>
          <input id="path" name="path" required />
          <button type="submit">Open</button>
        </form>
      </noscript>
    </>
  );
}

function Chosen(data: EncodeData) {
  const link = useLink();
  const { paths, probe, error } = data;
  return (
    <>
      <section class="card" aria-label="Chosen files">
        <div class="section-head">
          <h2 class="path">{paths.length === 1 ? fileName(paths[0] ?? "") : `${paths.length} files`}</h2>
          <div class="actions">
            <CheckForm paths={paths} selectionId={data.selectionId} />
            <a class="button" href={link("/encode")}>Choose another</a>
          </div>
        </div>
        {error && (
          <Note tone="bad">
            <p>{error}</p>
          </Note>
        )}
        {probe && <MediaHead probe={probe} more={paths.length - 1} />}
      </section>
      {probe && <Offers {...data} probe={probe} />}
    </>
  );
}

function MediaHead({ probe, more }: { probe: Probe; more: number }) {
  const link = useLink();
  const at = Math.floor(probe.durationSeconds / 3);
  const video = probe.streams.find((stream) => stream.kind === "video");
  const frame = link(`/api/media/frame?path=${encodeURIComponent(probe.path)}&t=${at}`);
  return (
    <div class="media-head">
      {video ? <img src={frame} alt="" width={280} height={158} /> : <span />}
      <div class="stack">
        <p class="quiet path">{probe.path}</p>
        <dl class="facts">
          <Fact name="Size" value={bytes(probe.sizeBytes)} />
          <Fact name="Length" value={duration(probe.durationSeconds)} />
          {video?.kind === "video" && <Fact name="Picture" value={`${video.width}×${video.height}`} />}
          {video?.kind === "video" && (
            <Fact name="Video" value={`${video.codec}, ${video.bitDepth}-bit ${HDR[video.hdr]}`} />
          )}
          <Fact name="Audio" value={streams(probe, "audio")} />
          <Fact name="Subtitles" value={streams(probe, "subtitle")} />
        </dl>
        {more > 0 && (
          <p class="quiet">
            The figures below are for this file; the other {more} go to the queue with the same profile.
          </p>
        )}
      </div>
    </div>
  );
}

const HDR = { sdr: "SDR", hdr10: "HDR10", hlg: "HLG" } as const;

const streams = (probe: Probe, kind: "audio" | "subtitle"): string => {
  const found = probe.streams.filter((stream) => stream.kind === kind);
  const languages = [...new Set(found.map((stream) => stream.language ?? "?"))];
  return found.length === 0 ? "none" : `${found.length} (${languages.join(", ")})`;
};

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Offers({ paths, selectionId, probe, offers, audioOnly, defaultProfileId }: EncodeData & { probe: Probe }) {
  const link = useLink();
  const usable = offers.flatMap((offer) => "outcome" in offer ? offer : []);
  const unusable = offers.flatMap((offer) => "reason" in offer ? offer : []);
  const pictured = probe.streams.some((stream) => stream.kind === "video");
  const isAside = ({ profile }: ProfileOffer) => pictured && profile.mediaType === "music";
  const isDefault = ({ profile }: ProfileOffer) => profile.id === defaultProfileId;
  const first = usable.filter((offer) => !isAside(offer));
  first.sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  const aside = usable.filter(isAside);
  const card = (offer: (typeof usable)[number]) => (
    <OfferCard
      {...offer}
      paths={paths}
      selectionId={selectionId}
      probe={probe}
      audioOnly={audioOnly}
      preferred={isDefault(offer)}
    />
  );
  const query = new URLSearchParams(
    selectionId === undefined ? paths.map((path) => ["path", path]) : [["selection", selectionId]],
  );
  if (!audioOnly) query.set("audioOnly", "1");
  return (
    <section class="section" aria-labelledby="offers-h">
      <div class="section-head">
        <h2 id="offers-h">What each profile would do</h2>
        <a class="button" role="switch" aria-checked={audioOnly ? "true" : "false"} href={link(`/encode?${query}`)}>
          <Icon name={audioOnly ? "check" : "plus"} size={16} />Audio only
        </a>
      </div>
      <div class="profile-grid">{first.map(card)}</div>
      {aside.length > 0 && (
        <details class="section">
          <summary>{`${aside.length} music profiles take only the sound`}</summary>
          <div class="profile-grid">{aside.map(card)}</div>
        </details>
      )}
      {unusable.length > 0 && (
        <details class="section">
          <summary>{`${unusable.length} more do not fit here`}</summary>
          <ul class="stack">
            {unusable.map(({ profile, reason }) => (
              <li>
                <strong>{profile.name}</strong>: <span class="quiet">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Decodes the chosen files in full, to be sure of them before an original is replaced. */
function CheckForm({ paths, selectionId }: Pick<EncodeData, "paths" | "selectionId">) {
  const link = useLink();
  return (
    <form {...hxForm(link("/api/media/check"), { then: "/checks" })}>
      {selectionId === undefined
        ? paths.map((path, i) => <input type="hidden" name={`paths.${i}`} value={path} />)
        : <input type="hidden" name="selectionId" value={selectionId} />}
      <button type="submit">{paths.length > 1 ? `Check ${paths.length} files` : "Check file"}</button>
    </form>
  );
}

const fileName = (path: string): string => path.split(/[\\/]/).pop() ?? path;
