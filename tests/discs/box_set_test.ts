import { deepStrictEqual as same, match, notStrictEqual as isNot, ok, strictEqual as is } from "node:assert/strict";
import type { BoxSet } from "../../lib/discs/box_set_schema.ts";
import type { DiscStatus, Drive, VirtualDrive } from "../../lib/discs/drive_schema.ts";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import type { RipState } from "../../lib/discs/rip_states.ts";
import { asker, rows } from "../fakes/arr/testing.ts";
import {
  type DiscApp,
  discImage,
  discTest,
  openDiscApp,
  seasonDisc,
  until,
  withDark,
} from "../fixtures/discs/disc_app.ts";
import { quickProfile } from "../fixtures/grab.ts";
import { run } from "../kit/run.ts";

/** Lengths of the episodes in seconds. Each length is unique and identifies the file. */
const LENGTHS: Record<number, number[]> = { 1: [1.6, 2.4], 2: [3.2, 4], 3: [4.8, 5.6] };

const imageOf = (it: DiscApp, disc: number, name = `DARK_S1_D${disc}`): Promise<string> =>
  discImage(it.folder, name, seasonDisc(`Dark Season 1 Disc ${disc}`, LENGTHS[disc] ?? [], disc));

const link = ({ ask }: DiscApp, path: string) => ask<VirtualDrive>("/disc/virtual", { json: { path } });

const ripsOf = ({ ask }: DiscApp) => ask<{ items: Rip[]; batches: BoxSet[] }>("/disc/rips");

/** Inserts an image into a drive and waits until its disc is matched. */
async function insert(it: DiscApp, path: string, ...states: RipState[]): Promise<Rip> {
  await link(it, path);
  await it.ask("/disc/detect", { method: "POST" });
  const rip = (await ripsOf(it)).items.find(({ source }) => source === `iso:${path}`);
  ok(rip, `there is no rip of ${path}`);
  return await it.reach(rip.id, ...states.length === 0 ? ["ready" as const] : states);
}

const drivesOf = async ({ ask }: DiscApp): Promise<Drive[]> => (await ask<DiscStatus>("/disc/status")).drives;

async function indexOf(it: DiscApp, rip: Rip): Promise<number> {
  const drive = (await drivesOf(it)).find(({ ripId }) => ripId === rip.id);
  ok(drive, `no drive holds ${rip.label}`);
  return drive.index;
}

/** Returns the seconds of each episode's file in the library of the fake Sonarr, by episode number. */
async function delivered(sonarr: { url: string; key: string }): Promise<Record<number, string>> {
  const ask = asker(sonarr, "v3");
  const files = rows(await ask("GET", "/episodefile?seriesId=1"));
  const found: Record<number, string> = {};
  for (const { seasonNumber, episodeNumber, episodeFileId } of rows(await ask("GET", "/episode?seriesId=1"))) {
    const file = files.find(({ id }) => id === episodeFileId);
    if (file === undefined || seasonNumber !== 1) continue;
    const args = ["-v", "error", "-select_streams", "v:0", "-show_entries", "format=duration:stream=codec_name"];
    const { stdout } = await run("ffprobe", [...args, "-of", "default=nw=1:nk=1", String(file.path)]);
    const [codec, seconds] = stdout.trim().split("\n");
    found[Number(episodeNumber)] = `${codec} ${Number(seconds).toFixed(1)}`;
  }
  return found;
}

discTest(
  "slow: three discs of a season in two drives become one box set, and every episode reaches Sonarr",
  async () => {
    await using it = await openDiscApp();
    await using sonarr = await withDark(it);
    const { ask, reach } = it;
    const post = <T>(path: string, json: unknown = {}) => ask<T>(path, { method: "POST", json });
    const profileId = await quickProfile(it.app);
    const images = await Promise.all([1, 2, 3].map((disc) => imageOf(it, disc)));
    const [first = "", second = "", third = ""] = images;

    const one = await insert(it, first);
    same([one.media.title, one.media.arrId, one.media.seasonNumber, one.media.discNumber], ["Dark", 1, 1, 1]);
    same([one.media.matchedBy, one.batchOffer, Object.values(one.episodeMap)], ["library", undefined, [1, 2]]);
    const two = await insert(it, second);
    same([two.batchOffer?.with, two.batchOffer?.disc, Object.values(two.episodeMap)], [[one.id], 2, [3, 4]]);
    isNot(await indexOf(it, one), await indexOf(it, two));
    const joined = await post<Rip>(`/disc/rips/${two.id}/batch`, { accept: true });
    same([joined.slot, joined.batchOffer], [{ disc: 2, state: "expected" }, undefined]);
    const [set] = (await ripsOf(it)).batches;
    same(set?.slots.map(({ disc, ripId, state }) => [disc, ripId, state]), [
      [1, one.id, "ready"],
      [2, two.id, "ready"],
    ]);

    // A disc that has not been copied yet cannot be swapped out.
    const drive = await indexOf(it, one);
    match(
      (await ask<{ detail: string }>(`/disc/drives/${drive}/swap`, { method: "POST", status: 409 })).detail,
      /needed/,
    );
    // The episodes of the second disc are mapped in reverse order. The first disc is encoded.
    await ask(`/disc/rips/${two.id}`, {
      method: "PATCH",
      json: { episodeMap: Object.fromEntries(two.selectedTitleIds.map((id, at) => [String(id), 4 - at])) },
    });
    await post(`/disc/rips/${one.id}/start`, { profileId, options: { transcode: true, eject: false } });
    await reach(one.id, "done");
    const swapped = await post<{ drive: Drive }>(`/disc/drives/${drive}/swap`);
    same([swapped.drive.waitingFor, swapped.drive.ripId], [{ batchId: set?.id, disc: 3 }, undefined]);
    same((await ask<VirtualDrive[]>("/disc/virtual")).map(({ path }) => path), [second]);

    // The first disc is inserted again under another name. A delivered disc already occupies its slot, so it is
    // rejected.
    const again = await insert(it, await imageOf(it, 1, "DARK_S1_D1_AGAIN"));
    same(again.slot, {
      disc: 1,
      state: "unexpected",
      expectedDisc: 3,
      reason: "Disc 1 of Dark, Season 1 already exists.",
    });
    await ask(`/disc/rips/${again.id}/start`, { method: "POST", json: {}, status: 409 });
    await ask(`/disc/rips/${again.id}/slot`, { json: { disc: 1, replace: true }, status: 409 });
    await ask(`/disc/rips/${again.id}/slot`, { json: { disc: 2 }, status: 409 });
    is((await post<Rip>(`/disc/rips/${again.id}/slot`, { reject: true })).status, "cancelled");

    // The third disc is inserted into the drive of the first disc. It joins the box set without an offer.
    const three = await insert(it, third);
    same([three.slot, three.batchOffer, Object.values(three.episodeMap)], [
      { disc: 3, state: "expected" },
      undefined,
      [5, 6],
    ]);
    is(await indexOf(it, three), drive);
    await Promise.all([two, three].map(({ id }) => post(`/disc/rips/${id}/start`, { options: { eject: true } })));
    await Promise.all([two, three].map(({ id }) => reach(id, "done")));
    same(await delivered(sonarr), {
      ...{ 1: "h264 1.6", 2: "h264 2.4" },
      ...{ 3: "h264 4.0", 4: "h264 3.2", 5: "h264 4.8", 6: "h264 5.6" },
    });
    await until(it.app, async () => (await drivesOf(it)).length === 0);
    const whole = await ask<BoxSet>(`/disc/batches/${set?.id}`, { method: "PATCH", json: { discCount: 3 } });
    same([whole.state, whole.slots.map(({ episodes }) => [episodes?.from, episodes?.to])], [
      "complete",
      [[1, 2], [3, 4], [5, 6]],
    ]);
  },
);
