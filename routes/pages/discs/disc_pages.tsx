import type { Context } from "hono";
import { contributionToAsk } from "../../../lib/discs/identify/catalogues/sharedb_contribution.ts";
import type { Rip, RipMedia } from "../../../lib/discs/rip_schema.ts";
import { Fault, JobFailure } from "../../../lib/kit/fault.ts";
import type { LookupResult } from "../../../lib/library/search_model.ts";
import { Partial } from "../../../lib/ui/render.tsx";
import { profileOptions } from "../../data/profile_choices.ts";
import { drawing } from "../../http/draw.ts";
import { type AppEnv, IdParam, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import type { DiscData } from "./disc/disc_data.ts";
import { START_BAR, StartBar } from "./disc/start_bar.tsx";
import { DiscBody, DiscPage } from "./disc/disc_page.tsx";
import { PLAYED_IMAGE, TitleClip } from "./disc/title_clip.tsx";
import { DiscLists, type DiscsData, DiscsPage } from "./discs.tsx";
import { isOpen, ripTitle } from "./rip_state.tsx";

/** Pages for discs. Each page calls the JSON API and renders the response. */
export function discPages(services: Services) {
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/discs", async (c) => {
    const isPart = c.req.query("part") === "lists";
    const data = await discsData(services, c.req.query("check") === "1" && !isPart);
    return isPart ? fragment(c, <DiscLists {...data} />) : page(c, <DiscsPage {...data} />);
  });
  app.get("/discs/:id", async (c) => {
    if (c.req.query("part") === "clip") return fragment(c, await titleClip(services, c));
    const data = await discData(services, c);
    if (c.req.query("part") !== "disc") return page(c, <DiscPage {...data} />);
    return fragment(
      c,
      <>
        <DiscBody {...data} />
        <Partial target="h1">
          <h1>{ripTitle(data.rip)}</h1>
        </Partial>
        <Partial target={`#${START_BAR}`}>
          <StartBar {...data} />
        </Partial>
      </>,
    );
  });
  return app;
}

/** Creates the clip of a title before its player is shown, so that the page can show an error message. */
async function titleClip({ rips, titlePreviews }: Services, c: Context<AppEnv>) {
  const rip = await rips.get(c.req.param("id") ?? "");
  const title = rip.titles.find(({ id }) => String(id) === c.req.query("title"));
  if (title === undefined) throw new Fault("not_found", "Title not found.");
  try {
    await titlePreviews.clip(rip.id, title.id, PLAYED_IMAGE);
    return <TitleClip rip={rip} title={title} />;
  } catch (error) {
    if (!(error instanceof Fault || error instanceof JobFailure)) throw error;
    return <TitleClip rip={rip} title={title} problem={error.message} />;
  }
}

async function discsData(
  { drives, rips, boxSets, barcodes, settings }: Services,
  checksAccess: boolean,
): Promise<DiscsData> {
  const { connections: { movie, series }, disc, experiments } = settings.current();
  const [status, all, sets, candidates, access, expected] = await Promise.all([
    drives.status(),
    rips.list(),
    boxSets.list(),
    drives.candidates().catch(() => []),
    checksAccess ? rips.importAccess() : undefined,
    experiments.barcode ? barcodes.expected() : undefined,
  ]);
  return {
    ...{ status, rips: all, sets, candidates, access, expected },
    wanted: experiments.wanted,
    connected: movie.enabled || series.enabled,
    usesMakemkv: disc.ripper !== "open",
  };
}

async function discData(services: Services, c: Context<AppEnv>): Promise<DiscData> {
  const id = IdParam.safeParse({ id: c.req.param("id") }).data?.id;
  if (id === undefined) throw new Fault("not_found", "Disc not found.");
  const { rips } = services;
  const rip = await rips.get(id);
  const q = c.req.query("q")?.trim().slice(0, 200) ?? "";
  const [profiles, estimate, search, backdrop] = await Promise.all([
    profileOptions(services, ({ id, isMusic }) => rip.cd === undefined || isMusic || id === rip.profileId),
    isOpen(rip) && rip.selectedTitleIds.length > 0 ? estimateOf(services, id) : undefined,
    q === "" ? undefined : searchFor(services, rip, q, c.req.raw.signal),
    backdropOf(services, rip.media),
  ]);
  const { movie, series, music } = services.settings.current().connections;
  const connected = { movie: movie.enabled, series: series.enabled, music: music.enabled };
  const { sharedb } = services.settings.current();
  const readOffset = await services.readOffsets.of(rip.driveName);
  const contribution = sharedb.contribute === "ask" ? contributionToAsk(rip, sharedb) : undefined;
  return {
    rip,
    profiles,
    connected,
    backdrop,
    estimate,
    search,
    readOffset,
    ...(contribution && { contribution }),
  };
}

/**
 * Returns the wide image of the title. Undefined if the title was removed from its manager after the disc was matched.
 */
async function backdropOf({ library }: Services, { kind, arrId }: RipMedia): Promise<string | undefined> {
  if (arrId === undefined || kind === "album" || kind === "unknown") return undefined;
  const title = kind === "movie" ? library.movie(arrId) : library.oneSeries(arrId);
  return (await title.catch(noneForFault))?.fanart;
}

/**
 * Returns the estimate for a disc. Undefined if its profile was deleted, so that the page can still offer other
 * profiles.
 */
const estimateOf = ({ rips }: Services, id: string): Promise<DiscData["estimate"]> =>
  rips.estimate(id, {}).catch(noneForFault);

function noneForFault(error: unknown): undefined {
  if (!(error instanceof Fault)) throw error;
}

async function searchFor(
  { search, musicCatalogue }: Services,
  rip: Rip,
  q: string,
  signal: AbortSignal,
): Promise<DiscData["search"]> {
  try {
    if (rip.cd !== undefined) {
      const all = await musicCatalogue.search({ q, kind: "release" });
      return { q, found: [], releases: all.filter((one) => one.kind === "release").slice(0, 12) };
    }
    const found = await search.lookup(q, undefined, signal);
    return { q, found: found.slice(0, 12).flatMap((one) => mediaOf(one, rip.media) ?? []) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { q, found: [], problem: error.message };
  }
}

/** Converts a search result to media information. Season and disc number are kept. Undefined for an album. */
export function mediaOf(result: LookupResult, before: RipMedia): RipMedia | undefined {
  const { kind, title, year, poster, externalId, arrId, seriesType } = result;
  if (kind === "album") return undefined;
  const id = Number(/^(?:tmdb|tvdb):(\d+)$/.exec(externalId)?.[1]);
  const { seasonNumber = 1, episodeStart, discNumber, discCount } = before;
  return {
    kind,
    title,
    genres: [],
    confidence: 100,
    ...(year === undefined || year < 1800 ? {} : { year }),
    ...(poster === undefined ? {} : { poster }),
    ...(Number.isSafeInteger(id) && id > 0 ? { externalId: id } : {}),
    ...(arrId === undefined ? {} : { arrId }),
    ...(kind === "series" ? { seasonNumber } : {}),
    ...(kind === "series" && seriesType !== undefined ? { seriesType } : {}),
    ...(kind === "series" && episodeStart !== undefined ? { episodeStart } : {}),
    ...(discNumber === undefined ? {} : { discNumber }),
    ...(discCount === undefined ? {} : { discCount }),
  };
}
