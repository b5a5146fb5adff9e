import type { Series } from "../../../../../lib/library/video_model.ts";
import { bytes, count } from "../../../../../lib/kit/format.ts";
import { hx } from "../../../../../lib/ui/hx.ts";
import { Note, Page } from "../../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../../lib/ui/render.tsx";
import type { Services } from "../../../../services/services.ts";
import { Totals, type TotalsData, totalsOf } from "../../../encode/offers/totals.tsx";
import { seasonsOf } from "./seasons.ts";

/** Scope within a series: all files, one season, or only the remuxes. */
export interface SeriesScope {
  season: number | undefined;
  remuxOnly: boolean;
}

/** Totals of the selected files. `totals` is undefined if no file is on disk. */
export interface SeriesTotalsData {
  bytes: number;
  files: number;
  totals?: TotalsData;
}

/** Stores the selected files as a selection and estimates them with every profile. */
export async function seriesTotals(
  services: Services,
  id: number,
  { season, remuxOnly }: SeriesScope,
): Promise<SeriesTotalsData> {
  const { library, selections } = services;
  const chosen = season === undefined
    ? await library.chosenFiles({ kind: "series", ids: [id], except: [], remuxOnly })
    : seasonsOf(await library.episodes(id)).filter(({ number }) => number === season)
      .flatMap(({ ready }) => ready).filter(({ isRemux }) => isRemux || !remuxOnly)
      .map(({ localPath, size }) => ({ path: localPath, sizeBytes: size }));
  const size = chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (chosen.length === 0) return { bytes: size, files: 0 };
  const selectionId = selections.keep(chosen);
  return { bytes: size, files: chosen.length, totals: await totalsOf(services, { selectionId, audioOnly: false }) };
}

interface FrameProps {
  series: Pick<Series, "id">;
  seasons: { number: number; name: string }[];
  scope?: SeriesScope;
  /** True if the totals are loaded after the page. Otherwise they are part of the page. */
  later?: boolean;
}

/** Form to choose a season or the whole series. The totals update with every change. */
export function SeriesTotalsForm({ series, seasons, scope, later = false }: FrameProps) {
  const link = useLink();
  const path = link(`/series/${series.id}/totals`);
  return (
    <form
      method="get"
      action={path}
      class="inline-form wraps totals-form"
      {...hx({
        get: path,
        target: "#series-totals",
        swap: "innerHTML",
        trigger: later ? "load, change, submit" : "change, submit",
        sync: "this:replace",
        config: '{"timeout":0}',
      })}
    >
      <label for="totals-season">Files from</label>
      <select id="totals-season" name="season" autocomplete="off">
        <option value="">the whole series</option>
        {seasons.map(({ number, name }) => (
          <option value={number} selected={number === scope?.season}>{number === 0 ? "specials" : name}</option>
        ))}
      </select>
      <label class="check">
        <input type="checkbox" name="remuxOnly" value="1" checked={scope?.remuxOnly} autocomplete="off" />
        Remuxes only
      </label>
      <noscript>
        <button type="submit">Show sizes</button>
      </noscript>
    </form>
  );
}

/** Size of the series or a season, and the results of the profiles, each with a button that queues it. */
export function SeriesTotalsSection(props: FrameProps) {
  return (
    <section class="section card stack" aria-labelledby="totals-h">
      <h2 id="totals-h">Whole seasons</h2>
      <SeriesTotalsForm {...props} later />
      <div id="series-totals" aria-live="polite">
        <p class="skeleton scripted">Reading the files …</p>
      </div>
    </section>
  );
}

/** Total of the selected files, and one row per profile. */
export function SeriesTotals({ bytes: size, files, totals }: SeriesTotalsData) {
  const link = useLink();
  if (totals === undefined) return <Note tone="info">None of these files are on disk.</Note>;
  return (
    <div class="stack">
      <p class="totals-sum">
        <strong>{count(files, "file")}</strong>
        <strong>{bytes(size)}</strong>
        <a href={link(`/encode?selection=${encodeURIComponent(totals.selectionId)}`)}>Preview and all profiles</a>
      </p>
      <Totals {...totals} />
    </div>
  );
}

interface PageProps extends FrameProps {
  series: Pick<Series, "id" | "title">;
  data: SeriesTotalsData;
}

/** The totals as a separate page for browsers without JavaScript. */
export function SeriesTotalsPage({ series, data, ...form }: PageProps) {
  const link = useLink();
  return (
    <Page title={series.title} lead="Season totals with each profile.">
      <p>
        <a href={link(`/series/${series.id}`)}>Back to the series</a>
      </p>
      <SeriesTotalsForm series={series} {...form} />
      <div id="series-totals" aria-live="polite">
        <SeriesTotals {...data} />
      </div>
    </Page>
  );
}
