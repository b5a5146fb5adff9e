import type { AccurateRipIds } from "../../lib/discs/cd/ids/accuraterip_ids.ts";
import { accurateRipPath } from "../../lib/discs/cd/ids/accuraterip_ids.ts";
import { concat } from "../../lib/kit/bytes.ts";

/** Data of a track in the database: number of submissions, checksum, checksum of sector 450. */
export type FakeTrack = readonly [confidence: number, crc: number, crc450: number];

/** An AccurateRip database over HTTP in its real format. */
export interface AccurateRipFake extends AsyncDisposable {
  /** URL with a trailing slash, as in the setting. */
  url: string;
  /** Requested paths. */
  seen: string[];
  /** Adds a disc with a list of tracks for each pressing. */
  add(ids: AccurateRipIds, pressings: readonly (readonly FakeTrack[])[]): void;
  /** Overrides the response. `silent` never responds. */
  instead: { status?: number; body?: Uint8Array<ArrayBuffer> | string; silent?: boolean };
}

/** Encodes one pressing as in a database file. */
export function pressingBytes(
  ids: Omit<AccurateRipIds, "tracks">,
  tracks: readonly FakeTrack[],
): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(13 + tracks.length * 9));
  view.setUint8(0, tracks.length);
  [ids.id1, ids.id2, ids.freedbId].forEach((id, at) => view.setUint32(1 + at * 4, parseInt(id, 16), true));
  for (const [at, [confidence, crc, crc450]] of tracks.entries()) {
    view.setUint8(13 + at * 9, confidence);
    view.setUint32(14 + at * 9, crc, true);
    view.setUint32(18 + at * 9, crc450, true);
  }
  return new Uint8Array(view.buffer);
}

export function startAccurateRip(): AccurateRipFake {
  const seen: string[] = [];
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const instead: AccurateRipFake["instead"] = {};
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const path = new URL(request.url).pathname.replace("/accuraterip/", "");
    seen.push(path);
    if (instead.silent) {
      return new Promise<Response>((resolve) =>
        request.signal.addEventListener("abort", () => resolve(new Response()))
      );
    }
    if (instead.status !== undefined || instead.body !== undefined) {
      return new Response(instead.body ?? "", { status: instead.status ?? 200 });
    }
    const file = files.get(path);
    return file === undefined ? new Response("<h1>Not found</h1>", { status: 404 }) : new Response(file);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/accuraterip/`,
    seen,
    add: (ids, pressings) =>
      void files.set(accurateRipPath(ids), concat(pressings.map((tracks) => pressingBytes(ids, tracks)))),
    instead,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
