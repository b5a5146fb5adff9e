import type { Clock } from "./clock.ts";
import { intsOf, json, notBound, type Routes, valueOf } from "./http.ts";
import { paged } from "./paging.ts";
import type { Fields, Language, QualityModel } from "./types.ts";

/** IDs to which an event refers: `movieId`, or `seriesId` and `episodeId`, or the IDs of an artist, album and track. */
export type Target = Record<string, number>;

export interface HistoryEvent {
  id: number;
  date: string;
  eventType: string;
  sourceTitle: string;
  quality: QualityModel;
  languages?: Language[];
  downloadId?: string | undefined;
  target: Target;
  /** Details of the event. All values are strings. */
  data: Record<string, string>;
}

export interface History {
  add(event: Omit<HistoryEvent, "id" | "date">): HistoryEvent;
  /** Newest first. */
  all(): HistoryEvent[];
  routes: Routes;
}

/** Query parameters and routes of one manager's history. */
export interface HistoryKind {
  /** Event numbers in the paged endpoint. */
  numbers: Record<string, number>;
  /** Path and ID parameter of the list for one title. */
  of: { path: string; id: string };
  /** Other ID parameters that filter the list for one title. */
  also?: string[];
}

interface HistoryState extends HistoryKind {
  /** Oldest first. */
  events: HistoryEvent[];
}

/** History of one manager. */
export function historyOf({ clock, ...kind }: HistoryKind & { clock: Clock }): History {
  const state: HistoryState = { ...kind, events: [] };
  return {
    add(event) {
      const added = { ...event, id: state.events.length + 1, date: clock.date().toISOString() };
      state.events.push(added);
      return added;
    },
    all: () => state.events.toReversed(),
    routes: {
      "GET /history": ({ query }) => pageOf(state, query),
      "GET /history/since": ({ query }) => since(state, query),
      [`GET /history/${kind.of.path}`]: ({ query }) => perTitle(state, query),
    },
  };
}

function pageOf({ events, numbers, of }: HistoryState, query: URLSearchParams): Response {
  const types = intsOf(query, "eventType");
  const downloadId = valueOf(query, "downloadId");
  const ids = intsOf(query, `${of.id}s`);
  const found = events.toReversed().filter((event) =>
    (types.length === 0 || types.includes(numbers[event.eventType] ?? 0)) &&
    (downloadId === undefined || event.downloadId === downloadId) &&
    (ids.length === 0 || ids.includes(event.target[of.id] ?? 0))
  );
  return paged(query, found, {
    resource,
    sortKey: "date",
    keys: { date: ({ date, id }) => `${date}/${String(id).padStart(9, "0")}` },
  });
}

function perTitle(state: HistoryState, query: URLSearchParams): Response {
  const { events, of, also = [] } = state;
  const [id = 0] = intsOf(query, of.id);
  const wanted = ofType(state, query);
  const narrowed = also.flatMap((name) => intsOf(query, name).map((value) => ({ name, value })));
  const found = events.toReversed().filter((event) =>
    event.target[of.id] === id && wanted(event) &&
    narrowed.every(({ name, value }) => event.target[name] === value)
  );
  return json(found.map(resource));
}

function since(state: HistoryState, query: URLSearchParams): Response {
  const text = valueOf(query, "date") ?? "0001-01-01T00:00:00Z";
  const from = Date.parse(text);
  if (Number.isNaN(from)) throw notBound("date", text);
  const wanted = ofType(state, query);
  return json(state.events.filter((event) => Date.parse(event.date) >= from && wanted(event)).map(resource));
}

/** Filters the lists that are not paged by event name or number. */
function ofType({ numbers }: HistoryState, query: URLSearchParams): (event: HistoryEvent) => boolean {
  const text = valueOf(query, "eventType");
  if (text === undefined || text === "") return () => true;
  const known = Object.entries(numbers).find(([name, number]) =>
    name.toLowerCase() === text.toLowerCase() || String(number) === text
  );
  if (known === undefined) throw notBound("eventType", text);
  return ({ eventType }) => eventType === known[0];
}

function resource({ target, languages, ...event }: HistoryEvent): Fields {
  const { seasonNumber: _, ...ids } = target;
  return {
    ...ids,
    ...(languages === undefined ? {} : { languages }),
    customFormats: [],
    customFormatScore: 0,
    qualityCutoffNotMet: false,
    ...event,
  };
}
