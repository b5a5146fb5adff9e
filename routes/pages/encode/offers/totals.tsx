import type { Estimate, Estimates } from "../../../../lib/jobs/estimate_schema.ts";
import { bytes, count, saving } from "../../../../lib/kit/format.ts";
import { sizeText, timeSource, timeText } from "../../../../lib/ui/profiles/estimate_text.ts";
import { hx } from "../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import type { Services } from "../../../services/services.ts";
import { encodeData } from "./encode_data.ts";
import { QueueForm } from "./offer_card.tsx";
import { recommendedOf } from "./recommended.ts";

/** Totals of all chosen files for each profile. */
export interface TotalsData {
  selectionId: string;
  audioOnly: boolean;
  paths: string[];
  estimates: Estimates;
  /** IDs of the profiles that are always shown, in this order. All other profiles are collapsed. */
  first: string[];
}

/** Estimates all files of a selection with every profile. Throws `not_found` for an unknown selection. */
export async function totalsOf(
  services: Services,
  { selectionId, audioOnly }: Pick<TotalsData, "selectionId" | "audioOnly">,
): Promise<TotalsData> {
  const { estimates, selections } = services;
  const files = selections.files(selectionId);
  const paths = files.map(({ path }) => path);
  const { offers, kind = "movie", defaultProfileId } = await encodeData(services, { paths, selectionId, audioOnly });
  const usable = offers.filter((offer) => "outcome" in offer);
  const first = recommendedOf(usable, kind, defaultProfileId).map(({ offer }) => offer.profile.id);
  // If the first file cannot be read, the suitable profiles are unknown, so all profiles are tried.
  const profileIds = usable.length > 0
    ? usable.filter(({ profile }) => kind === "music" || profile.mediaType !== "music").map(({ profile }) => profile.id)
    : undefined;
  const items = files.map(({ path, sizeBytes }) => ({ localPath: path, knownBytes: sizeBytes }));
  return {
    selectionId,
    audioOnly,
    paths,
    first,
    estimates: await estimates.estimate({ items, profileIds, audioOnly, sample: false }),
  };
}

/** Placeholder for the totals, which load after the page because reading many files takes several seconds. */
export function TotalsFrame({ selectionId, audioOnly }: Pick<TotalsData, "selectionId" | "audioOnly">) {
  const link = useLink();
  const query = new URLSearchParams({ selection: selectionId, ...(audioOnly ? { audioOnly: "1" } : {}) });
  return (
    <section class="section" aria-labelledby="totals-h">
      <h2 id="totals-h">All files</h2>
      <div
        aria-live="polite"
        {...hx({
          get: link(`/encode/totals?${query}&part=table`),
          trigger: "load",
          swap: "innerHTML",
          config: '{"timeout":0}',
        })}
      >
        <p class="skeleton scripted">Reading the files …</p>
        <noscript>
          <a href={link(`/encode/totals?${query}`)}>Show totals for all files</a>
        </noscript>
      </div>
    </section>
  );
}

/** The totals as a separate page for browsers without JavaScript. */
export function TotalsPage(data: TotalsData) {
  const link = useLink();
  return (
    <Page title="Encode" lead={`Totals for ${count(data.paths.length, "file")} with each profile.`}>
      <p>
        <a href={link(`/encode?selection=${encodeURIComponent(data.selectionId)}`)}>Back to the profiles</a>
      </p>
      <Totals {...data} />
    </Page>
  );
}

/** One row per profile: the recommended profiles, and all others collapsed, smallest result first. */
export function Totals({ estimates: { estimates, probed, files, errors }, first, ...chosen }: TotalsData) {
  const unread = errors.filter(({ index }) => index !== undefined);
  const shown = first.flatMap((id) => estimates.find(({ profileId }) => profileId === id) ?? []);
  const rest = estimates.filter((one) => !shown.includes(one)).toSorted((a, b) => a.bytes - b.bytes);
  return (
    <div class="stack totals">
      {unread.length > 0 && (
        <Note tone="warn">
          <p>{`${count(unread.length, "file")} cannot be read and will not be encoded.`}</p>
          <details>
            <summary>Show why</summary>
            <ul>{unread.slice(0, MAX_ERRORS).map(({ message }) => <li class="path small">{message}</li>)}</ul>
          </details>
        </Note>
      )}
      {estimates.length === 0 && <Note tone="bad">None of the files can be read.</Note>}
      {estimates.length > 0 && (
        <p class="quiet small">
          {probed < files - unread.length
            ? `${probed} of ${files} files were read; the others are estimated from their size.`
            : `All readable files were read (${count(probed, "file")}).`}
        </p>
      )}
      {shown.length > 0 && <TotalsTable rows={shown} label="Totals by profile" {...chosen} />}
      {rest.length > 0 && (
        <details open={shown.length === 0}>
          <summary>{`Totals for ${count(rest.length, "more profile", "more profiles")}`}</summary>
          <TotalsTable rows={rest} label="Totals for other profiles" {...chosen} />
        </details>
      )}
    </div>
  );
}

type Chosen = Pick<TotalsData, "selectionId" | "audioOnly" | "paths">;

function TotalsTable({ rows, label, ...chosen }: Chosen & { rows: Estimate[]; label: string }) {
  return (
    <div class="card flush table-wrap" tabIndex={0} role="region" aria-label={label}>
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Profile</th>
            <th scope="col" class="num">Size</th>
            <th scope="col" class="num">Change</th>
            <th scope="col" class="num">Time</th>
            <th scope="col">
              <span class="visually-hidden">Queue</span>
            </th>
          </tr>
        </thead>
        <tbody>{rows.map((estimate) => <TotalRow estimate={estimate} {...chosen} />)}</tbody>
      </table>
    </div>
  );
}

const MAX_ERRORS = 50;

function TotalRow({ estimate, paths, selectionId, audioOnly }: Chosen & { estimate: Estimate }) {
  const { profileId, profileName, sourceBytes, encodeSeconds, sampled, nothingToDo } = estimate;
  return (
    <tr>
      <td data-label="Profile">
        <strong>{profileName}</strong>
      </td>
      <td data-label="Size" class="num">
        {`${sizeText(estimate)} of ${bytes(sourceBytes)}`}
        {sampled && <div class="quiet small">measured</div>}
      </td>
      <td data-label="Change" class="num">{nothingToDo ? "nothing to do" : saving(sourceBytes, estimate.bytes)}</td>
      <td data-label="Time" class="num">
        {encodeSeconds === undefined ? "not known yet" : timeText(estimate)}
        {encodeSeconds !== undefined && <div class="quiet small">{timeSource(estimate)}</div>}
      </td>
      <td>
        <QueueForm
          profile={{ id: profileId, name: profileName, mediaType: "any", smart: false }}
          paths={paths}
          selectionId={selectionId}
          audioOnly={audioOnly}
          disabled={nothingToDo}
          label="all, from the totals, "
        />
      </td>
    </tr>
  );
}
