import type { Clock } from "./clock.ts";
import { type Handler, intsOf, json, notBound, type Routes, valueOf } from "./http.ts";
import { paged } from "./paging.ts";
import type { Fields, Language, QualityModel } from "./types.ts";

/** The ids of what it happened to: `movieId`, or `seriesId` and `episodeId`, or those of music. */
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
  /** All values are text. */
  data: Record<string, string>;
}

export interface History {
  add(event: Omit<HistoryEvent, "id" | "date">): HistoryEvent;
  /** Newest first. */
  all(): HistoryEvent[];
  routes: Routes;
}

/** `numbers`: what the paged endpoint calls the events; `of`: the path and id of the list per title. */
export function historyOf(
  { clock, numbers, of, also = [] }: {
    clock: Clock;
    numbers: Record<string, number>;
    of: { path: string; id: string };
    /** Further ids that the list per title may be narrowed by. */
    also?: string[];
  },
): History {
  const events: HistoryEvent[] = [];
  const newestFirst = () => events.toReversed();
  const numberOf = ({ eventType }: HistoryEvent) => numbers[eventType] ?? 0;

  /** A name, or a number as everywhere; outside the paged list. */
  function ofType(call: URLSearchParams): (event: HistoryEvent) => boolean {
    const text = valueOf(call, "eventType");
    if (text === undefined || text === "") return () => true;
    const known = Object.entries(numbers).find(([name, number]) =>
      name.toLowerCase() === text.toLowerCase() || String(number) === text
    );
    if (known === undefined) throw notBound("eventType", text);
    return ({ eventType }) => eventType === known[0];
  }

  const list: Handler = ({ query }) => {
    const types = intsOf(query, "eventType");
    const downloadId = valueOf(query, "downloadId");
    const ids = intsOf(query, `${of.id}s`);
    const found = newestFirst().filter((event) =>
      (types.length === 0 || types.includes(numberOf(event))) &&
      (downloadId === undefined || event.downloadId === downloadId) &&
      (ids.length === 0 || ids.includes(event.target[of.id] ?? 0))
    );
    return paged(query, found, {
      resource,
      sortKey: "date",
      keys: { date: ({ date, id }) => `${date}/${String(id).padStart(9, "0")}` },
    });
  };

  const perTitle: Handler = ({ query }) => {
    const [id = 0] = intsOf(query, of.id);
    const wanted = ofType(query);
    const narrowed = also.flatMap((name) => intsOf(query, name).map((value) => ({ name, value })));
    return json(
      newestFirst().filter((event) =>
        event.target[of.id] === id && wanted(event) &&
        narrowed.every(({ name, value }) => event.target[name] === value)
      ).map(resource),
    );
  };

  const since: Handler = ({ query }) => {
    const text = valueOf(query, "date") ?? "0001-01-01T00:00:00Z";
    const from = Date.parse(text);
    if (Number.isNaN(from)) throw notBound("date", text);
    const wanted = ofType(query);
    return json(events.filter((event) => Date.parse(event.date) >= from && wanted(event)).map(resource));
  };

  return {
    add(event) {
      const added = { ...event, id: events.length + 1, date: clock.date().toISOString() };
      events.push(added);
      return added;
    },
    all: newestFirst,
    routes: { "GET /history": list, "GET /history/since": since, [`GET /history/${of.path}`]: perTitle },
  };
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
