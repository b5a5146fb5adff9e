import type { Context } from "hono";
import type { VNode } from "preact";
import type { AppEnv } from "../../../http/router.ts";
import type { Services } from "../../../services.ts";
import type { ProfileChoice } from "../video/library_parts.tsx";
import { ListItems } from "./list_items.tsx";
import type { ListData } from "./list_page.tsx";
import { listAddress, readAddress, readList, readNames } from "./list_query.ts";
import type { ListField, ListQuery, ListSource } from "./list_source.ts";
import type { ViewLink } from "./saved_views.tsx";

/** What a page of a list offers beside its titles. */
interface ListOffers {
  choice: ProfileChoice;
  /** Fields whose values the library tells. */
  fields?: readonly ListField[];
}

/** All that a page of a list shows, as its address asks for it. */
export async function listData<Q extends ListQuery>(
  { views, instance, clock }: Pick<Services, "views" | "instance" | "clock">,
  c: Context<AppEnv>,
  source: ListSource<Q>,
  offers: (query: Q) => Promise<ListOffers>,
): Promise<ListData> {
  const list = readList(source, c.req.query());
  // A form names every field: the address keeps what it asks for.
  if (c.req.header("HX-Request")) c.header("HX-Push-Url", `${instance.urlBase}${source.path}${listAddress(list)}`);
  const [{ titles, total, state }, letters, kept, { choice, fields = [] }] = await Promise.all([
    source.load(list.query),
    source.lettered.includes(list.query.sort) ? source.letters(list.query) : [],
    views.list(source.kind),
    offers(list.query),
  ]);
  const links = kept.map((view): ViewLink => ({ ...view, address: listAddress(readAddress(source, view.query)) }));
  return {
    ...{ list, titles, total, state, letters, views: links, now: clock.now() },
    ...choice,
    fields: [...source.fields, ...fields],
  };
}

/** Posters or rows from any place of a list, as the browser asks for them while it is scrolled. */
export async function listPiece<Q extends ListQuery>(c: Context<AppEnv>, source: ListSource<Q>): Promise<VNode> {
  const list = readList(source, c.req.query());
  const { titles } = await source.load(list.query);
  return <ListItems list={list} titles={titles} />;
}

/** The names of titles from any place of a list: what stands in the place of titles until they are there. */
export const listNames = async <Q extends ListQuery>(c: Context<AppEnv>, source: ListSource<Q>): Promise<Response> =>
  c.json(await source.names(readNames(source, c.req.query())));
