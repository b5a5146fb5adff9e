import { VERSION } from "../../../kit/version.ts";
import type { CdToc } from "../model.ts";

/** How a CDDB server is asked. Pure. */

/**
 * User, host, program and version. Public servers know programs by name and refuse others; who runs one, or is known to
 * one, writes a handshake of his own into the setting.
 */
const HELLO = `lathe+localhost+Lathe+${VERSION}`;
/** 6 = UTF-8. */
const PROTOCOL = "6";

/** The address of a command at `server`: what stands in its query stays as it is, only `cmd` is replaced. */
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

/** The query of a disc: its id, where its tracks begin, data tracks as well, and its length in seconds. */
export function queryCommand(toc: CdToc, cddbId: string): string {
  const offsets = toc.tracks.map(({ start }) => start + LEAD_IN_SECTORS);
  const seconds = Math.floor((toc.leadOut + LEAD_IN_SECTORS) / SECTORS_PER_SECOND);
  return ["cddb", "query", cddbId, offsets.length, ...offsets, seconds].join(" ");
}
