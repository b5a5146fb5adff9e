import { createHash } from "node:crypto";
import { join } from "node:path";
import { writeFileAtomic } from "../../kit/atomic_file.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { createPool, type Pool } from "../../kit/async.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import type { Media } from "../../media/service.ts";
import { type HttpClient, HttpProblem } from "../../platform/http_client/model.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { type ImageSource, imageSource, isArtworkHost } from "./allowed.ts";
import { asJpeg } from "./image_data.ts";

/** Posters and backdrops from other hosts, cached as JPEG. */
export interface Images {
  /** Returns an image. Throws `path_not_allowed`, `unreadable`, `upstream_failed`, `upstream_timeout`, `busy`. */
  get(url: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Reads a local image. The caller determines which files may be shown. Symbolic links are rejected. Throws
   * `not_found`, `unreadable`, `busy`.
   */
  ofFile(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Extracts a frame from a local video. Throws `not_found` if there is no such video or frame, `busy`, or
   * `tool_missing`.
   */
  ofVideo(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Removes the least recently used images above the limit, and images that have not been used within the maximum age.
   * Returns the number of removed files.
   */
  clean(now: Date): Promise<number>;
}

/**
 * Services and options of the images. `folder` contains the cached images. `media` provides the path of ffmpeg, which
 * converts them to JPEG.
 */
export interface ImagesOptions {
  folder: string;
  settings: Pick<SettingsService, "current">;
  http: Pick<HttpClient, "send">;
  media: Pick<Media, "paths" | "probe" | "frame">;
  /** Maximum size of the cache in bytes (safety.md, S-LIM-4). */
  limitBytes?: number;
}

const LIMIT_BYTES = 1 << 30;
const MAX_AGE_MS = 90 * 86_400_000;
const MAX_IMAGE_BYTES = 10 << 20;
const TIMEOUT_MS = 10_000;

interface ImagesState extends ImagesOptions {
  readonly pool: Pool;
  /** Images that are being created, by cache key. */
  readonly making: Map<string, Promise<Uint8Array<ArrayBuffer>>>;
}

/**
 * Creates the image service. At most four images are created at the same time, and 128 may wait. Beyond that, `get` and
 * `ofFile` throw `busy`.
 */
export function createImages(options: ImagesOptions): Images {
  const state: ImagesState = { ...options, pool: createPool({ running: 4, waiting: 128 }), making: new Map() };
  return {
    get: (url) => imageOfUrl(state, url),
    ofFile: (path) => imageOfFile(state, path),
    ofVideo: (path) => frameOfVideo(state, path),
    clean: (now) => removeUnused(state, now),
  };
}

async function imageOfUrl(state: ImagesState, url: string): Promise<Uint8Array<ArrayBuffer>> {
  const source = imageSource(url, state.settings.current().connections);
  if (source === undefined) {
    throw new Fault("path_not_allowed", "Images are loaded only from known artwork hosts and configured managers.");
  }
  return await cached(state, source.url.href, async () => await anew(state, await fetchImage(state, source)));
}

async function imageOfFile(state: ImagesState, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const gone = () => new Fault("not_found", "The image no longer exists.");
  const info = await Deno.lstat(path).catch(() => undefined);
  if (!info?.isFile) throw gone();
  if (info.size > MAX_IMAGE_BYTES) throw new Fault("unreadable", "The image is larger than 10 MB.");
  return await cached(
    state,
    `${path}\0${info.size}\0${info.mtime?.getTime()}`,
    async () => await anew(state, await Deno.readFile(path).catch(() => Promise.reject(gone()))),
  );
}

/** Position of the frame as a fraction of the duration: after the opening titles, and before any spoilers. */
const VIDEO_PLACE = 0.2;
const VIDEO_WIDTH = 480;

async function frameOfVideo(state: ImagesState, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { media } = state;
  const info = await Deno.stat(path).catch(() => undefined);
  if (!info?.isFile) throw new Fault("not_found", "The file no longer exists.");
  return await cached(state, `video\0${path}\0${info.size}\0${info.mtime?.getTime()}`, async () => {
    try {
      const probe = await media.probe(path);
      const atSeconds = probe.durationSeconds * VIDEO_PLACE;
      return await media.frame({ path, atSeconds, width: VIDEO_WIDTH, hdr: mainVideo(probe)?.hdr });
    } catch (error) {
      const none = error instanceof JobFailure || (error instanceof Fault && error.code === "no_preview");
      throw none ? new Fault("not_found", "This file contains no image.", { cause: error }) : error;
    }
  });
}

/** Returns the cached image of `key`, or otherwise the JPEG created by `make`. Concurrent callers share one call. */
async function cached(
  state: ImagesState,
  key: string,
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { folder, pool, making } = state;
  const path = join(folder, `${createHash("sha256").update(key).digest("hex")}.jpg`);
  const known = await Deno.readFile(path).catch(() => undefined);
  if (known !== undefined) {
    const now = new Date();
    await Deno.utime(path, now, now).catch(() => {});
    return known;
  }
  const running = making.get(key) ??
    pool(async () => {
      const jpeg = await make();
      // If the disk is full, the image is returned without being cached.
      await writeFileAtomic(path, jpeg).catch(() => {});
      return jpeg;
    }).finally(() => making.delete(key));
  making.set(key, running);
  return await running;
}

/** Encodes an image again as JPEG. */
async function anew({ folder, media }: ImagesState, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { ffmpegPath } = await media.paths();
  return await asJpeg(bytes, { ffmpegPath, folder });
}

async function fetchImage({ http }: ImagesState, source: ImageSource): Promise<Uint8Array> {
  try {
    const answer = await http.send({
      // The address of a manager is trusted, because an administrator has configured it. All other addresses are from
      // external data.
      class: source.kind === "manager" ? "configured" : "chosen",
      url: source.url.href,
      headers: { Accept: "image/*", ...(source.kind === "manager" ? { "X-Api-Key": source.apiKey } : {}) },
      maxBytes: MAX_IMAGE_BYTES,
      totalMs: TIMEOUT_MS,
      redirects: source.kind === "manager" ? 0 : 3,
      allowed: source.kind === "artwork" ? isArtworkHost : undefined,
    });
    if (answer.status !== 200) throw new Fault("upstream_failed", `The image host returned status ${answer.status}.`);
    return answer.body;
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    const code = error.reason === "timeout"
      ? "upstream_timeout"
      : error.reason === "blocked"
      ? "path_not_allowed"
      : "upstream_failed";
    throw new Fault(code, error.message, { cause: error });
  }
}

async function removeUnused({ folder, limitBytes = LIMIT_BYTES }: ImagesState, now: Date): Promise<number> {
  const files: { path: string; size: number; usedAt: number }[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    const info = isFile ? await Deno.lstat(path).catch(() => undefined) : undefined;
    if (info) files.push({ path, size: info.size, usedAt: info.mtime?.getTime() ?? 0 });
  }
  files.sort((a, b) => b.usedAt - a.usedAt);
  let total = 0;
  const unused = files.filter(({ size, usedAt }) =>
    (total += size) > limitBytes || now.getTime() - usedAt > MAX_AGE_MS
  );
  for (const { path } of unused) await Deno.remove(path).catch(() => {});
  return unused.length;
}
