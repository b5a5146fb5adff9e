import { createHash } from "node:crypto";
import { Fault } from "../../../../kit/fault.ts";
import { type HttpClient, HttpProblem } from "../../../../platform/http_client/model.ts";
import type { MakemkvOffer } from "./model.ts";
import { ArchiveProblem, readTarFile } from "./read_licence.ts";

/** Folder of the archives on MakeMKV's site, as in `build/docker/build-makemkv.sh`. */
export const MAKEMKV_SITE = "https://www.makemkv.com/download";

/** Limit in bytes of an archive. Those of version 1.18 are smaller than 30 MB. */
const MAX_ARCHIVE = 100 << 20;
const MAX_PAGE = 1 << 20;
const HEADERS_MS = 30_000;
const TOTAL_MS = 10 * 60_000;

/** MakeMKV's site. `url` is set if an environment variable specifies another site. */
export interface MakemkvSite {
  http: Pick<HttpClient, "open" | "send">;
  url?: string | undefined;
  signal: AbortSignal;
}

/** Returns the newest version that MakeMKV's download page names. Throws `Fault`. */
export async function newestVersion(site: MakemkvSite): Promise<string> {
  const { http, signal } = site;
  const answer = await reported(
    http.send({ ...addressOf(site, "/"), maxBytes: MAX_PAGE, headersMs: HEADERS_MS, totalMs: HEADERS_MS, signal }),
  );
  const text = answer.status === 200 ? new TextDecoder().decode(answer.body) : "";
  const version = /MakeMKV v?(\d{1,3}(?:\.\d{1,4}){1,3})\b/.exec(text)?.[1];
  if (version !== undefined) return version;
  throw new Fault(
    "upstream_failed",
    "No version number was found on MakeMKV's download page. Look it up there, and enter it.",
  );
}

/** Downloads both archives of a version, and returns the licence and the checksums. Keeps no archive. Throws `Fault`. */
export async function readOffer(site: MakemkvSite, version: string): Promise<MakemkvOffer> {
  const bin = createHash("sha256");
  const name = `makemkv-bin-${version}`;
  const bytes = await readTarFile(hashed(await download(site, name), bin), `${name}/src/eula_en_linux.txt`)
    .catch((error) => {
      if (error instanceof HttpProblem) throw unavailable(error);
      if (!(error instanceof ArchiveProblem)) throw error;
      throw new Fault("upstream_failed", `${name}.tar.gz cannot be used: ${error.message}.`, { cause: error });
    });
  const oss = createHash("sha256");
  try {
    for await (const _ of hashed(await download(site, `makemkv-oss-${version}`), oss));
  } catch (error) {
    throw error instanceof HttpProblem ? unavailable(error) : error;
  }
  const licence = new TextDecoder().decode(bytes);
  if (licence.trim() === "") {
    throw new Fault("upstream_failed", `${name}.tar.gz cannot be used: its licence is empty.`);
  }
  return {
    version,
    licence,
    licenceSha256: createHash("sha256").update(bytes).digest("hex"),
    ossSha256: oss.digest("hex"),
    binSha256: bin.digest("hex"),
  };
}

async function download(site: MakemkvSite, name: string): Promise<AsyncIterable<Uint8Array>> {
  const limits = { maxBytes: MAX_ARCHIVE, headersMs: HEADERS_MS, totalMs: TOTAL_MS, signal: site.signal };
  const answer = await reported(site.http.open({ ...addressOf(site, `/${name}.tar.gz`), ...limits }));
  if (answer.status === 200) return answer.body;
  // Closes the connection without reading the body, because an error page may have any size.
  for await (const _ of answer.body) break;
  throw answer.status === 404
    ? new Fault("not_found", `MakeMKV's site has no ${name}.tar.gz. Check the version on its download page.`)
    : new Fault(
      "upstream_failed",
      `MakeMKV's site returned status ${answer.status} for ${name}.tar.gz. Try again later.`,
    );
}

/** Only an administrator of the container can choose another site, which may then be in the local network. */
const addressOf = ({ url }: MakemkvSite, path: string) => ({
  class: url === undefined ? "fixed" as const : "configured" as const,
  url: `${(url ?? MAKEMKV_SITE).replace(/\/+$/, "")}${path}`,
});

async function* hashed(
  body: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const part of body) {
    hash.update(part);
    yield new Uint8Array(part);
  }
}

const reported = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    throw error instanceof HttpProblem ? unavailable(error) : error;
  });

const unavailable = (error: HttpProblem): Fault =>
  new Fault(
    error.reason === "timeout" ? "upstream_timeout" : "upstream_failed",
    `MakeMKV could not be downloaded: ${error.message}`,
    { cause: error },
  );
