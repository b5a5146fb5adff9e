import type { Context } from "hono";
import type { VNode } from "preact";
import type { ProfilePace } from "../../../../db/jobs/queue_forecast.ts";
import type { JobPace } from "../../../../lib/ui/profiles/estimate_text.ts";
import type { AppEnv } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import type { ProfileChoice } from "../../../data/profile_choices.ts";
import { ListItems } from "./list_items.tsx";
import type { ListData } from "./list_page.tsx";
import { listAddress, readAddress, readList, readNames } from "./list_query.ts";
import type { ListField, ListQuery, ListSource } from "./list_source.ts";
import type { ViewLink } from "./saved_views.tsx";

/** Data of a list page in addition to its titles. */
interface ListOffers {
  choice: ProfileChoice;
  /** Filter fields with values from the library. */
  fields?: readonly ListField[];
}

/** Collects the data of a list page according to its URL. */
export async function listData<Q extends ListQuery>(
  { views, instance, clock, jobs }: Pick<Services, "views" | "instance" | "clock" | "jobs">,
  c: Context<AppEnv>,
  source: ListSource<Q>,
  offers: (query: Q) => Promise<ListOffers>,
): Promise<ListData> {
  const list = readList(source, c.req.query());
  // A form sends every field. Fields with default values are removed from the URL.
  if (c.req.header("HX-Request")) c.header("HX-Push-Url", `${instance.urlBase}${source.path}${listAddress(list)}`);
  const [{ titles, total, state }, letters, kept, { choice, fields = [] }, paces] = await Promise.all([
    source.load(list.query),
    source.lettered.includes(list.query.sort) ? source.letters(list.query) : [],
    views.list(source.kind),
    offers(list.query),
    jobs.paces(),
  ]);
  const links = kept.map((view): ViewLink => ({ ...view, address: listAddress(readAddress(source, view.query)) }));
  return {
    ...{ list, titles, total, state, letters, views: links, now: clock.now() },
    ...choice,
    paces: paces.flatMap(paceOf),
    fields: [...source.fields, ...fields],
  };
}

/** Returns the size and time ratios of video encodes. Audio-only encodes are omitted, because they are much faster. */
const paceOf = ({ profileId, audioOnly, inputBytes, outputBytes, seconds }: ProfilePace): JobPace[] =>
  audioOnly ? [] : [{ profileId, bytesPerByte: outputBytes / inputBytes, secondsPerByte: seconds / inputBytes }];

/** Renders posters or rows from a given position, for scrolling. */
export async function listPiece<Q extends ListQuery>(c: Context<AppEnv>, source: ListSource<Q>): Promise<VNode> {
  const list = readList(source, c.req.query());
  const { titles } = await source.load(list.query);
  return <ListItems list={list} titles={titles} />;
}

/** Returns title names from a given position. The list shows them until the titles are loaded. */
export const listNames = async <Q extends ListQuery>(c: Context<AppEnv>, source: ListSource<Q>): Promise<Response> =>
  c.json(await source.names(readNames(source, c.req.query())));
