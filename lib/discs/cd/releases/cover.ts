import { isArtworkHost } from "../../../library/artwork/allowed.ts";
import { imageFormat } from "../../../library/artwork/image_data.ts";
import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import { type HttpClient, HttpProblem, type HttpResponse } from "../../../platform/http_client/model.ts";

/**
 * Result of a cover search. The cover is absent if there is none or the service is temporarily unavailable. The log
 * contains the reason.
 */
export interface FoundCover {
  /** The image as received, JPEG or PNG. */
  cover?: Uint8Array<ArrayBuffer>;
  log: string[];
}

const ARCHIVE = "https://coverartarchive.org";
const MAX_BYTES = 10 << 20;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

/**
 * Returns the front cover of a release from the Cover Art Archive, at most 1200 pixels per side, or otherwise the cover
 * of its release group. Throws only the reason of `signal`.
 */
export async function findCover(
  { releaseId, releaseGroupId, source }: Pick<CatalogRelease, "releaseId" | "releaseGroupId" | "source">,
  { http, signal }: { http: Pick<HttpClient, "send">; signal?: AbortSignal },
): Promise<FoundCover> {
  if (source !== "releasedb") return { log: [] };
  const log: string[] = [];
  const addresses = [
    `${ARCHIVE}/release/${encodeURIComponent(releaseId)}/front-1200`,
    ...(releaseGroupId ? [`${ARCHIVE}/release-group/${encodeURIComponent(releaseGroupId)}/front`] : []),
  ];
  for (const address of addresses) {
    try {
      const { status, body } = await follow(http, address, signal);
      const form = status === 200 ? imageFormat(body) : undefined;
      if (form === "jpeg" || form === "png") return { cover: body, log };
      if (status === 200) log.push("The Cover Art Archive returned something other than a JPEG or PNG image.");
      else if (status !== 404) log.push(`No cover is available now: the Cover Art Archive returned status ${status}.`);
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      log.push(`No cover is available now: ${error.message}`);
    }
  }
  if (log.length === 0) log.push("The Cover Art Archive has no front cover for this release.");
  return { log };
}

/** The archive redirects to archive.org hosts, sometimes over http. They also support HTTPS. */
async function follow(http: Pick<HttpClient, "send">, address: string, signal?: AbortSignal): Promise<HttpResponse> {
  const limit = { maxBytes: MAX_BYTES, totalMs: TIMEOUT_MS, redirects: 0, allowed: isArtworkHost, signal };
  let url = new URL(address);
  for (let left = MAX_REDIRECTS;; left--) {
    const answer = await http.send({ class: "chosen", url: url.href, headers: { accept: "image/*" }, ...limit });
    const target = URL.parse(answer.headers.get("location") ?? "", url);
    if (![301, 302, 303, 307, 308].includes(answer.status) || target === null || left === 0) return answer;
    if (target.protocol === "http:") target.protocol = "https:";
    url = target;
  }
}
