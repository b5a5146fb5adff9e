import * as z from "zod";
import { makeCertificate } from "../fixtures/certificate.ts";

/** A disc in the catalogue. */
export interface FakeDisc {
  index?: number;
  format?: string;
  hash: string;
  id?: string;
  titles: {
    sourceFile?: unknown;
    segmentMap?: unknown;
    duration?: unknown;
    item?: { title?: unknown; type?: unknown; season?: unknown; episode?: unknown } | null;
  }[];
}

/** A movie or series with its releases. */
export interface FakeMedia {
  title: string;
  year?: unknown;
  type: string;
  ids?: { tmdb?: unknown; imdb?: unknown; tvdb?: unknown } | null;
  releases: FakeDisc[][];
  /** Barcode of each release, in order. */
  upcs?: (string | null)[];
  /** True for a box set, which has no IDs and is found only by its barcode. */
  isBoxSet?: boolean;
}

/** Response behaviour. `noSchema` is a GraphQL error with status 200, `oldRest` a deployment without the REST paths. */
export type DiscDbManner =
  | "well"
  | "noSchema"
  | "badRequest"
  | "unauthorized"
  | "forbidden"
  | "error"
  | "html"
  | "notFoundHtml"
  | "cut"
  | "wrongShape"
  | "hang"
  | "drop";

/** A small TheDiscDb over HTTPS: GraphQL with paging, and the REST paths. */
export interface DiscDbFake extends AsyncDisposable {
  port: number;
  /** Requests in order. */
  seen: string[];
  graph: DiscDbManner;
  rest: DiscDbManner;
  media: FakeMedia[];
  /** Number of nodes per page. */
  pageSize: number;
}

const Question = z.object({
  query: z.string(),
  variables: z.union([
    z.object({ h: z.string(), after: z.string().nullish() }),
    z.object({ u: z.array(z.string()) }),
  ]),
});

/** Starts a fake on a free port of this machine. */
export async function startDiscDb(media: FakeMedia[] = []): Promise<DiscDbFake> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_fake_" });
  const { cert, key } = await makeCertificate(folder);
  const held = Promise.withResolvers<void>();
  const fake = {
    seen: [] as string[],
    graph: "well" as DiscDbManner,
    rest: "well" as DiscDbManner,
    media,
    pageSize: 50,
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    fake.seen.push(`${request.method} ${pathname}`);
    const isGraph = pathname.startsWith("/graphql");
    const manner = isGraph ? fake.graph : fake.rest;
    if (manner === "hang") await held.promise;
    return misbehaved(manner) ?? (isGraph ? await graphAnswer(fake, request) : restAnswer(fake.media, pathname));
  });
  return Object.assign(fake, {
    port: server.addr.port,
    async [Symbol.asyncDispose]() {
      held.resolve();
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
    },
  });
}

const page = (status: number): Response =>
  new Response("<!doctype html><title>TheDiscDb</title>", { status, headers: { "content-type": "text/html" } });

function misbehaved(manner: DiscDbManner): Response | undefined {
  switch (manner) {
    case "noSchema":
      return Response.json({ errors: [{ message: "The field `contentHash` does not exist." }] });
    case "badRequest":
      return Response.json({ errors: [{ message: "Cannot query field." }] }, { status: 400 });
    case "unauthorized":
      return new Response("API key required", { status: 401 });
    case "forbidden":
      return new Response("Forbidden", { status: 403 });
    case "error":
      return new Response("", { status: 500 });
    case "html":
      return page(200);
    case "notFoundHtml":
      return page(404);
    case "cut":
      return new Response('{"data":{"mediaItems":', { headers: { "content-type": "application/json" } });
    case "wrongShape":
      return Response.json({ data: { mediaItems: { nodes: "none" } }, media: 7, titles: {} });
    case "drop":
      return new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"data":'));
            controller.error(new Error("gone"));
          },
        }),
        { headers: { "content-type": "application/json" } },
      );
    default:
      return undefined;
  }
}

async function graphAnswer({ media, pageSize }: { media: FakeMedia[]; pageSize: number }, request: Request) {
  const asked = Question.safeParse(await request.json().catch(() => undefined));
  if (!asked.success || !/(?:mediaItems|boxsets)\(/.test(asked.data.query)) {
    return Response.json({ errors: [{ message: "The query is malformed." }] }, { status: 400 });
  }
  const { query, variables } = asked.data;
  if ("u" in variables) return barcodeAnswer(media, query, variables.u);
  const { h, after } = variables;
  const found = media.filter(({ releases }) => releases.flat().some(({ hash }) => hash === h));
  const from = after ? Number(after) : 0;
  const nodes = found.slice(from, from + pageSize).map(({ title, year = null, type, ids = null, releases }) => ({
    title,
    year,
    type,
    externalids: ids,
    releases: releases.map((discs) => ({
      slug: "a-release",
      discs: discs.map(({ index = 1, format = "Blu-ray", hash, titles }) => ({
        index,
        format,
        contentHash: hash,
        titles,
      })),
    })),
  }));
  const hasNextPage = from + pageSize < found.length;
  return Response.json({
    data: { mediaItems: { nodes, pageInfo: { hasNextPage, endCursor: hasNextPage ? String(from + pageSize) : null } } },
  });
}

/** Returns all releases of every item that has a release with this barcode. */
function barcodeAnswer(media: FakeMedia[], query: string, numbers: string[]): Response {
  const found = (sets: boolean) =>
    media.filter(({ upcs = [], isBoxSet = false }) =>
      isBoxSet === sets && upcs.some((upc) => upc !== null && numbers.includes(upc))
    );
  const releasesOf = ({ releases, upcs = [] }: FakeMedia) =>
    releases.map((discs, at) => ({
      title: "Blu-ray",
      upc: upcs[at] ?? null,
      year: 2020,
      discs: discs.map(({ format = "Blu-ray", titles }) => ({ format, titles })),
    }));
  const items = found(false).map((one) => ({
    title: one.title,
    year: one.year ?? null,
    type: one.type,
    externalids: one.ids ?? null,
    releases: releasesOf(one),
  }));
  const sets = found(true).map((one) => ({ title: one.title, release: releasesOf(one)[0] }));
  const asked = (root: string) => query.includes(`${root}(`);
  return Response.json({
    data: {
      ...(asked("mediaItems") ? { mediaItems: { nodes: items } } : {}),
      ...(asked("boxsets") ? { boxsets: { nodes: sets } } : {}),
    },
  });
}

function restAnswer(media: FakeMedia[], pathname: string): Response {
  const [, kind, value = ""] = /^\/api\/(dischash|discid)\/(\w+)$/.exec(pathname) ?? [];
  if (kind === undefined) return page(404);
  const found = media.flatMap((one) =>
    one.releases.flat().filter(({ hash, id }) => value === (kind === "dischash" ? hash : id))
      .map((disc) => restDisc(one, disc))
  );
  if (found.length === 0) return new Response("Not found", { status: 404, headers: { "content-type": "text/plain" } });
  return Response.json(kind === "dischash" ? found[0] : found);
}

const restDisc = (
  { title, year, type, ids }: FakeMedia,
  { index = 1, format = "Blu-ray", hash, id, titles }: FakeDisc,
) => ({
  global_disc_id: id,
  format,
  content_hash: hash,
  media: { title, year, type, external_ids: ids ?? undefined },
  release: { slug: "a-release", upc: "012345678905" },
  disc: { slug: "d", index },
  titles: titles.map(({ sourceFile, segmentMap, duration, item }, at) => ({
    index: at,
    source_file: sourceFile,
    segment_map: segmentMap,
    duration,
    ...(item ? { item } : {}),
  })),
});
