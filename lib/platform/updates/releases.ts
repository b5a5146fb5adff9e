import * as z from "zod";
import { createJsonClient } from "../http_client/json_client.ts";
import type { HttpClient } from "../http_client/model.ts";
import { parseVersion } from "./version.ts";

/** Releases of the project, as published in its repository. */
export const REPOSITORY = "lathe-media/lathe";

/** Schema of a published release, before it is compared with this instance. */
export const PublishedRelease = z.object({
  version: z.string(),
  name: z.string(),
  notes: z.string(),
  url: z.string(),
  publishedAt: z.string(),
  prerelease: z.boolean(),
});
/** `version` without a leading `v`, `notes` in Markdown, `publishedAt` in ISO 8601. */
export type PublishedRelease = z.infer<typeof PublishedRelease>;

const Answer = z.array(z.object({
  tag_name: z.string().max(200),
  name: z.string().max(500).nullish(),
  body: z.string().max(200_000).nullish(),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
  published_at: z.string().max(40).nullish(),
  html_url: z.url({ protocol: /^https$/ }),
})).max(100);

/**
 * `unchanged`: the list with the last `etag` is still current. `failed`: `error` is a sentence that is shown on the
 * updates page.
 */
export type ReleaseListResponse =
  | { kind: "unchanged" }
  | { kind: "list"; releases: PublishedRelease[]; etag?: string }
  | { kind: "failed"; error: string };

/**
 * Reads the list of releases. With the last `etag`, an unchanged list is not downloaded again. Throws `HttpProblem`.
 */
export async function readReleases(
  http: Pick<HttpClient, "send">,
  { etag, url = `https://api.github.com/repos/${REPOSITORY}/releases?per_page=30` }: { etag?: string; url?: string },
): Promise<ReleaseListResponse> {
  const answer = await createJsonClient(http, { class: "fixed", baseUrl: url })("", {
    headers: {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      ...(etag === undefined ? {} : { "if-none-match": etag }),
    },
    maxBytes: 4 << 20,
  });
  if (answer.status === 304) return { kind: "unchanged" };
  if (answer.status === 403 || answer.status === 429) return { kind: "failed", error: rateLimited(answer.headers) };
  if (answer.status === 404) return { kind: "failed", error: "The release list was not found (404)." };
  if (answer.status !== 200) return { kind: "failed", error: `The release list returned ${answer.status}.` };
  const parsed = Answer.safeParse(answer.value);
  if (!parsed.success) return { kind: "failed", error: "The release list has an unknown format." };
  const releases = parsed.data.flatMap((one): PublishedRelease[] => {
    const version = parseVersion(one.tag_name);
    if (version === undefined || one.draft) return [];
    return [{
      version: version.text,
      name: one.name?.trim() || version.text,
      notes: one.body ?? "",
      url: one.html_url,
      publishedAt: one.published_at ?? "",
      prerelease: one.prerelease || version.pre !== "",
    }];
  });
  return { kind: "list", releases, etag: answer.headers.get("etag") ?? undefined };
}

function rateLimited(headers: Headers): string {
  const reset = Number(headers.get("x-ratelimit-reset"));
  const wait = headers.get("retry-after");
  if (headers.get("x-ratelimit-remaining") === "0" && Number.isFinite(reset) && reset > 0) {
    const at = new Date(reset * 1000).toISOString().slice(11, 16);
    return `The release list can be read from this address only 60 times an hour; try again after ${at} UTC.`;
  }
  return `The release list allows no more requests for now; wait${wait === null ? "" : ` ${wait} seconds`}.`;
}
