import { VERSION } from "../../../kit/version.ts";
import type { CdToc } from "../model.ts";

/** Builds requests to a CDDB server. Pure. */

/**
 * User, host, program and version. Public servers have a list of known programs and reject others. Users who run a
 * server, or have registered with one, can add their own handshake to the setting.
 */
const HELLO = `lathe+localhost+Lathe+${VERSION}`;
/** CDDB protocol level. 6 = UTF-8. */
const PROTOCOL = "6";

/** Returns the URL of a command at `server`. The query of the server URL is kept, except that `cmd` is replaced. */
export function cddbUrl(server: string, command: string): string {
  const url = new URL(server);
  const kept = url.search.slice(1).split("&").filter((part) => part !== "" && !/^cmd(?:=|$)/.test(part));
  const has = (name: string) => kept.some((part) => part.startsWith(`${name}=`));
  const spelled = command.split(" ").map(encodeURIComponent).join("+");
  url.hash = "";
  url.search = [
    `cmd=${spelled}`,
    ...kept,
    ...(has("hello") ? [] : [`hello=${HELLO}`]),
    ...(has("proto") ? [] : [`proto=${PROTOCOL}`]),
  ].join("&");
  return url.href;
}

const LEAD_IN_SECTORS = 150;
const SECTORS_PER_SECOND = 75;

/**
 * Returns the query command for a disc: its ID, the start positions of all tracks including data tracks, and its length
 * in seconds.
 */
export function queryCommand(toc: CdToc, cddbId: string): string {
  const offsets = toc.tracks.map(({ start }) => start + LEAD_IN_SECTORS);
  const seconds = Math.floor((toc.leadOut + LEAD_IN_SECTORS) / SECTORS_PER_SECOND);
  return ["cddb", "query", cddbId, offsets.length, ...offsets, seconds].join(" ");
}
