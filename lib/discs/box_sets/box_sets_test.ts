import { deepStrictEqual as same, ok, rejects, strictEqual as is } from "node:assert/strict";
import { boxSetRepository } from "../../../db/discs/box_sets.ts";
import { discTitle, type RipsWorld, scanOf, withRips } from "../../../tests/fixtures/discs/rips_world.ts";
import { systemClock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import type { BoxSet } from "../box_set_schema.ts";
import type { Drive } from "../drive_schema.ts";
import type { RipMedia } from "../rip_schema.ts";
import { createBoxSets } from "./service.ts";

interface Scene extends RipsWorld {
  sets: ReturnType<typeof createBoxSets>;
  drives: Drive[];
  openings: number[];
  /** Inserts disc `number` of the season. */
  disc(number: number | undefined, drive?: number): Promise<string>;
  onlySet(): Promise<BoxSet>;
}

const drive = (index: number): Drive => ({
  index,
  name: `Drive ${index}`,
  path: `/dev/sr${index}`,
  source: `dev:/dev/sr${index}`,
  state: "loaded",
  discLabel: "",
  virtual: false,
  manual: false,
  detected: true,
  available: true,
  busy: false,
});

const withSets = (name: string, work: (scene: Scene) => Promise<void>): void =>
  Deno.test(name, () =>
    withRips(async (world) => {
      const drives = [drive(0), drive(1)];
      const openings: number[] = [];
      const sets = createBoxSets({
        sets: boxSetRepository(world.store),
        ripRows: world.repository,
        rips: world.rips,
        drives: {
          list: () => drives,
          awaited: () => drives.flatMap(({ waitingFor }) => waitingFor ?? []),
          eject(index) {
            openings.push(index);
            const opened = drives[index] ?? drive(index);
            delete opened.ripId;
            return Promise.resolve(opened);
          },
          await(index, waitingFor) {
            const found = drives[index] ?? drive(index);
            if (waitingFor === undefined) delete found.waitingFor;
            else found.waitingFor = waitingFor;
            return found;
          },
        },
        settings: { current: () => world.settings },
        bus: world.bus,
        clock: systemClock,
      });
      world.script.matched = sets.consider;
      const { media } = world.script.identified;
      const disc = async (number: number | undefined, index?: number) => {
        const { discNumber: _, ...rest } = media;
        const numbered = number === undefined ? rest : { ...rest, discNumber: number };
        world.script.identified = { ...world.script.identified, media: numbered };
        const { id } = await world.insert(`D${number}`, index);
        const used = index === undefined ? undefined : drives[index];
        if (used !== undefined) used.ripId = id;
        return id;
      };
      const onlySet = async () => {
        const [set, ...more] = await sets.list();
        ok(set !== undefined && more.length === 0);
        return set;
      };
      await work({ ...world, rips: world.rips, sets, drives, openings, disc, onlySet });
    }));

/** A delivery that runs until it is aborted. */
const untilAborted = (_rip: unknown, signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

const slotsOf = ({ slots }: BoxSet) => slots.map(({ disc, state }) => `${disc} ${state}`);

withSets(
  "the second disc of a season is offered to join; accepted, both are in the set and episodes go on",
  async (scene) => {
    const { disc, rips, sets, onlySet } = scene;
    const first = await disc(1);
    is((await rips.get(first)).batchOffer, undefined);
    const second = await disc(2);
    const { batchOffer } = await rips.get(second);
    same(batchOffer, { name: "Glass Harbor, Season 1", with: [first], disc: 2 });
    await sets.answer(second, true);
    same(slotsOf(await onlySet()), ["1 ready", "2 ready"]);
    same((await rips.get(first)).episodeMap, { "0": 1, "1": 2 });
    same((await rips.get(second)).episodeMap, { "0": 3, "1": 4 });
    is((await rips.get(second)).batchOffer, undefined);
  },
);

withSets(
  "D9: an answer to an offer that is gone says how to get one, and so it comes back",
  async ({ disc, rips, reach, sets }) => {
    await disc(1);
    const second = await disc(2);
    await sets.answer(second, true);
    await sets.removeDisc(second);
    await rejects(
      sets.answer(second, true),
      (error: Fault) => error.code === "bad_state" && /Identify it again to get a suggestion/.test(error.message),
    );
    await rips.identify(second);
    await reach(second, "ready");
    await sets.answer(second, true);
  },
);

withSets(
  "discs that wait are numbered in the order of their set; one that was copied is counted and keeps its numbers",
  async ({ disc, rips, reach, sets }) => {
    const second = await disc(2);
    const first = await disc(1);
    await sets.answer(first, true);
    same((await rips.get(first)).episodeMap, { "0": 1, "1": 2 });
    same((await rips.get(second)).episodeMap, { "0": 3, "1": 4 });
    await rips.start(second);
    await reach(second, "done");
    const third = await disc(3);
    await sets.answer(third, true);
    same((await rips.get(second)).episodeMap, { "0": 3, "1": 4 });
    same((await rips.get(third)).episodeMap, { "0": 5, "1": 6 });
  },
);

const OTHERS: [who: string, media: Partial<RipMedia>, isOfSet: boolean][] = [
  ["the same id", { title: "Glass Harbour (UK)" }, true],
  ["another id", { externalId: 8 }, false],
  ["no id and the same title", { externalId: undefined }, true],
  ["no id and another title", { externalId: undefined, title: "Iron Orchard" }, false],
  ["another season", { seasonNumber: 2 }, false],
];
for (const [who, more, isOfSet] of OTHERS) {
  withSets(
    `a drive that waits for a disc of a set ${isOfSet ? "takes" : "does not take"} a disc of ${who}`,
    async ({ disc, insert, rips, sets, drives, onlySet, script }) => {
      await disc(1);
      await sets.answer(await disc(2), true);
      const { id } = await onlySet();
      const waiting = drives[0];
      if (waiting !== undefined) waiting.waitingFor = { batchId: id, disc: 3 };
      script.identified = { ...script.identified, media: { ...script.identified.media, ...more } };
      const { id: third } = await insert("D3", 0);
      is((await rips.get(third)).batchId, isOfSet ? id : undefined);
    },
  );
}

withSets(
  "an offer that was declined is not made again, and another disc still gets one",
  async ({ disc, rips, sets }) => {
    await disc(1);
    const second = await disc(2);
    await sets.answer(second, false);
    await sets.consider(second);
    is((await rips.get(second)).batchOffer, undefined);
    await rejects(sets.answer(second, true), (error: Fault) => error.code === "bad_state");
    ok((await rips.get(await disc(3))).batchOffer);
    same(await sets.list(), []);
  },
);

withSets("a disc that the set does not wait for waits to be filed, and cannot start before", async (scene) => {
  const { disc, rips, sets, onlySet } = scene;
  await disc(1);
  await sets.answer(await disc(2), true);
  const fourth = await disc(4);
  await sets.answer(fourth, true);
  same((await rips.get(fourth)).slot, {
    disc: 4,
    state: "unexpected",
    expectedDisc: 3,
    reason: "Glass Harbor, Season 1 is waiting for disc 3.",
  });
  await rejects(rips.start(fourth), (error: Fault) => error.code === "bad_state" && /box set/.test(error.message));
  const { id, slot, media } = await sets.file(fourth, { disc: 4 });
  same([id, slot, media.discNumber], [fourth, { disc: 4, state: "filed" }, 4]);
  same(slotsOf(await onlySet()), ["1 ready", "2 ready", "3 missing", "4 ready"]);
  is((await onlySet()).nextDisc, 3);
});

withSets("a number that is taken is replaced only when asked, and never a delivered disc", async (scene) => {
  const { disc, rips, reach, sets, onlySet } = scene;
  const first = await disc(1);
  const second = await disc(2);
  await sets.answer(second, true);
  const again = await disc(2);
  await sets.answer(again, true);
  is((await rips.get(again)).slot?.reason, "Disc 2 of Glass Harbor, Season 1 already exists.");
  await rejects(sets.file(again, { disc: 2 }), (error: Fault) => error.code === "conflict");
  await sets.file(again, { disc: 2, replace: true });
  is((await rips.get(second)).batchId, undefined);
  is((await onlySet()).slots[1]?.ripId, again);
  await rips.start(first);
  await reach(first, "done");
  await rejects(sets.file(again, { disc: 1, replace: true }), (error: Fault) => /delivered/.test(error.message));
});

withSets(
  "a rejected disc leaves its drive and its set, and nothing of it is kept",
  async ({ disc, rips, sets, openings, onlySet }) => {
    await disc(1);
    await sets.answer(await disc(2), true);
    const odd = await disc(1, 1);
    await sets.answer(odd, true);
    await sets.file(odd, { reject: true });
    const { status, batchId, slot } = await rips.get(odd);
    same([status, batchId, slot?.state, openings], ["cancelled", undefined, "rejected", [1]]);
    same(slotsOf(await onlySet()), ["1 ready", "2 ready"]);
  },
);

withSets(
  "leaving frees the slot and keeps the rip; the last disc takes the set with it",
  async ({ disc, rips, sets, onlySet }) => {
    const first = await disc(1);
    const second = await disc(2);
    await sets.answer(second, true);
    await sets.removeDisc(first);
    same(slotsOf(await onlySet()), ["1 missing", "2 ready"]);
    is((await rips.get(first)).status, "ready");
    await sets.removeDisc(second);
    same(await sets.list(), []);
    await rejects(sets.removeDisc(second), (error: Fault) => error.code === "bad_state");
  },
);

withSets(
  "a set knows how many discs it has, is complete when all are done, and never gets fewer than there are",
  async (scene) => {
    const { disc, rips, reach, sets, onlySet } = scene;
    const ids = [await disc(1), await disc(2)];
    await sets.answer(ids[1] ?? "", true);
    const { id } = await onlySet();
    await rejects(sets.change(id, { discCount: 1 }), (error: Fault) => error.fields[0]?.path === "discCount");
    same(slotsOf(await sets.change(id, { discCount: 3, name: "The box" })), ["1 ready", "2 ready", "3 missing"]);
    is((await onlySet()).name, "The box");
    await sets.change(id, { discCount: 2 });
    for (const one of ids) {
      await rips.start(one);
      await reach(one, "done");
    }
    same([(await onlySet()).state, slotsOf(await onlySet())], ["complete", ["1 done", "2 done"]]);
    await rejects(sets.change("nobody", {}), (error: Fault) => error.code === "not_found");
  },
);

withSets("a drive that was swapped waits for the next disc, which joins without an offer", async (scene) => {
  const { disc, rips, reach, sets, drives, openings, onlySet, script } = scene;
  script.deliver = untilAborted;
  const first = await disc(1, 0);
  const second = await disc(2, 1);
  await sets.answer(second, true);
  await rejects(sets.swap(0), (error: Fault) => error.code === "bad_state" && /still needed/.test(error.message));
  await rejects(sets.swap(7), (error: Fault) => error.code === "not_found");
  await rips.start(first);
  await reach(first, "delivering");
  const { id } = await onlySet();
  same((await sets.swap(0)).waitingFor, { batchId: id, disc: 3 });
  same(openings, [0]);
  same(slotsOf(await onlySet()), ["1 copied", "2 ready", "3 expected"]);
  const third = await disc(undefined, 0);
  same([(await rips.get(third)).slot, drives[0]?.waitingFor], [{ disc: 3, state: "expected" }, undefined]);
  await rips.cancel(first);
});

withSets(
  "swapping all ejects what is copied and says why the others stay; each drive waits for another disc",
  async (scene) => {
    const { disc, rips, reach, sets, drives, script } = scene;
    script.deliver = untilAborted;
    const ids = [await disc(1, 0), await disc(2, 1)];
    await sets.answer(ids[1] ?? "", true);
    const nothing = await sets.swapAll();
    same([nothing.swapped, nothing.skipped.map(({ index }) => index)], [[], [0, 1]]);
    for (const id of ids) {
      await rips.start(id);
      await reach(id, "delivering");
    }
    same((await sets.swapAll()).swapped, [0, 1]);
    same(drives.map(({ waitingFor }) => waitingFor?.disc), [3, 4]);
    for (const id of ids) await rips.cancel(id);
  },
);

withSets("swapping the last disc of a set ejects it, and no other one is waited for", async (scene) => {
  const { disc, rips, reach, sets, drives, openings, onlySet, script } = scene;
  script.deliver = untilAborted;
  const [first, second] = [await disc(1, 0), await disc(2, 1)];
  await sets.answer(second, true);
  await sets.change((await onlySet()).id, { discCount: 2 });
  await rips.start(first);
  await reach(first, "delivering");
  await sets.swap(0);
  same([openings, drives[0]?.waitingFor, slotsOf(await onlySet())], [[0], undefined, ["1 copied", "2 ready"]]);
  await rips.cancel(first);
});

withSets(
  "a disc that stopped before it was copied says so in its slot",
  async ({ disc, rips, reach, sets, onlySet }) => {
    const [first, second] = [await disc(1), await disc(2)];
    await sets.answer(second, true);
    await rips.cancel(first);
    await reach(first, "cancelled");
    same(slotsOf(await onlySet()), ["1 stopped", "2 ready"]);
  },
);

withSets("titles that are numbered in order again go on after the earlier disc", async (scene) => {
  const { disc, rips, settings, script } = scene;
  settings.disc.groupBoxSets = false;
  await disc(1);
  const { scan } = script;
  script.scan = async (...args) => ({ ...await scan(...args), fingerprint: { contentHash: "1".repeat(32) } });
  const second = await disc(2);
  const { episodeMap, selectedTitleIds: [title = 0] } = await rips.get(second);
  ok((episodeMap[String(title)] ?? 1) !== 1, JSON.stringify(episodeMap));
  is((await rips.patch(second, { episodeMap: { [title]: 99 } })).episodeMapSource, "user");
  const again = await rips.patch(second, { episodeMap: {} });
  same([again.episodeMapSource, again.episodeMap], ["order", episodeMap]);
});

withSets("grouping that is switched off offers nothing", async ({ disc, rips, settings }) => {
  settings.disc.groupBoxSets = false;
  await disc(1);
  is((await rips.get(await disc(2))).batchOffer, undefined);
});

withSets(
  "episodes that were ordered by the season's lengths stay so in a set",
  async ({ disc, rips, sets, script }) => {
    script.season = { episodes: [20, 40, 60, 80].map((runtimeMinutes, at) => ({ number: at + 1, runtimeMinutes })) };
    const lengths = (...minutes: number[]) => () =>
      Promise.resolve(
        scanOf(minutes.map((one, id) => discTitle(id, { durationSeconds: one * 60, segmentMap: `${id}` }))),
      );
    script.scan = lengths(40, 20);
    const first = await disc(1);
    script.scan = lengths(60, 80);
    const second = await disc(2);
    await sets.answer(second, true);
    const maps = await Promise.all([first, second].map(async (id) => (await rips.get(id)).episodeMap));
    same(maps, [{ "0": 2, "1": 1 }, { "0": 3, "1": 4 }]);
  },
);
