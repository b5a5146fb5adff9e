import { dirname, extname, join } from "node:path";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { Probe } from "../../media/probe/model.ts";
import { sourceIdentity } from "../../media/probe/source.ts";
import type { Loudness } from "../../media/audio/loudness.ts";
import { type AlbumGain, replayGain } from "../../media/audio/replay_gain.ts";
import { MUSIC_FILE } from "../intake/album.ts";
import { identityKey } from "../intake/source_file.ts";

/** How loud a track is and the album it belongs to. An album is the files of one folder with the same album tag. */

/** What gains are measured with. */
export interface GainDeps {
  findings: FindingRepository;
  /** Reads a file's facts. */
  probe(path: string): Promise<Probe>;
  /** Listens to a whole stream. */
  measure(path: string, streamIndex: number): Promise<Loudness>;
  now(): Date;
}

/** A folder with more is no album but a collection. */
const MAX_TRACKS = 100;

/** Gains of the track and of its album; every track of an album is listened to once, whoever asks first. */
export async function measureGains(probe: Probe, streamIndex: number, deps: GainDeps): Promise<AlbumGain> {
  const mates = await albumMates(probe, deps.probe);
  const measured = [await loudnessOf(probe.path, streamIndex, deps)];
  for (const mate of mates) {
    const stream = mate.streams.find((one) => one.kind === "audio");
    if (stream) measured.push(await loudnessOf(mate.path, stream.index, deps));
  }
  const { tracks, album } = replayGain(measured);
  return { tracks: tracks.slice(0, 1), album };
}

/** The other tracks of the album. Files that cannot be read are left out. */
async function albumMates(probe: Probe, read: GainDeps["probe"]): Promise<Probe[]> {
  const album = albumOf(probe);
  if (album === undefined) return [];
  const folder = dirname(probe.path);
  const names: string[] = [];
  for await (const { name, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isFile && path !== probe.path && MUSIC_FILE.test(extname(name))) names.push(path);
  }
  if (names.length >= MAX_TRACKS) return [];
  const mates: Probe[] = [];
  // A track beside its own encode in another format is not two tracks of the album.
  const extension = extname(probe.path).toLowerCase();
  for (const path of names.sort().filter((name) => extname(name).toLowerCase() === extension)) {
    const mate = await read(path).catch(() => undefined);
    if (mate && albumOf(mate) === album) mates.push(mate);
  }
  return mates;
}

/** Album with artist, as tags tell; undefined without an album tag. */
function albumOf({ tags }: Probe): string | undefined {
  const tag = (name: string) => Object.entries(tags).find(([key]) => key.toLowerCase() === name)?.[1]?.trim();
  const album = tag("album");
  return album && [album, tag("album_artist") ?? tag("albumartist") ?? ""].join("\n").toLowerCase();
}

async function loudnessOf(path: string, streamIndex: number, { findings, measure, now }: GainDeps): Promise<Loudness> {
  const key = `${identityKey(await sourceIdentity(path))}:${streamIndex}`;
  const known = await findings.get("loudness", key);
  if (known) return known.result as Loudness;
  const result = await measure(path, streamIndex);
  // A tenth of a decibel is finer than any ear: whole files of blocks stay small.
  const rounded = { ...result, blocks: result.blocks.map((block) => Math.round(block * 100) / 100) };
  await findings.save({ kind: "loudness", key, path, result: rounded, foundAt: now().getTime() });
  return rounded;
}
