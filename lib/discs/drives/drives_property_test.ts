import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import type { TreeDisc } from "../../../tests/fixtures/discs/drive_tree.ts";
import { type DriveWorld, withDrives } from "../../../tests/fixtures/discs/drive_world.ts";
import { isUnfinished } from "./check_drive.ts";

/** With udev, discs differ in label or size. Without it, only the size distinguishes them. */
const DISCS: (TreeDisc & { label: string })[] = [
  { label: "ONE", uuid: "1", sectors: 1000 },
  { label: "TWO", uuid: "2", sectors: 1000 },
  { label: "", sectors: 2000 },
  { label: "", sectors: 3000 },
];

/** Actual content of a drive. */
interface Truth {
  connected: boolean;
  disc?: number;
  /** True if the disc was inserted since the last poll. */
  fresh: boolean;
  /** The rip that a poll found for the current disc. */
  ripId?: string;
  rippedDisc?: number;
}

const drive = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("insert" as const), drive, disc: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("take" as const), drive }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("poll" as const) }) },
  fc.record({
    do: fc.constantFrom("restart" as const, "reboot" as const, "failBefore" as const, "failAfter" as const),
  }),
  fc.record({ do: fc.constantFrom("finish" as const, "plug" as const, "unplug" as const, "eject" as const), drive }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Model {
  readonly drives: Truth[] = [{ connected: true, fresh: false }, { connected: true, fresh: false }];
  inserted = 0;

  constructor(readonly world: DriveWorld) {}

  async take(one: Step): Promise<void> {
    const { world } = this;
    const at = "drive" in one ? one.drive : 0;
    const truth = this.drives[at];
    if (truth === undefined) throw new Error("Unreachable: there are two drives.");
    switch (one.do) {
      case "insert":
        if (truth.connected) await this.insert(truth, at, one.disc);
        break;
      case "take":
        if (truth.connected && truth.disc !== undefined) await world.tree.removeDisc(at);
        truth.disc = undefined;
        truth.fresh = false;
        break;
      case "unplug":
        if (truth.connected) await world.tree.disconnect(at);
        truth.connected = false;
        break;
      case "plug":
        if (truth.connected) break;
        truth.connected = true;
        await world.tree.connect(at);
        if (truth.disc !== undefined) await this.insert(truth, at, truth.disc);
        break;
      case "eject":
        if (!truth.connected) break;
        await this.poll();
        await world.drives.eject(world.drives.list()[at]?.index ?? -1);
        await world.tree.removeDisc(at);
        Object.assign(truth, { disc: undefined, fresh: false });
        world.nowMs += 60_000;
        break;
      case "finish":
        if (truth.ripId !== undefined) await this.finish(truth.ripId);
        break;
      case "failBefore":
      case "failAfter":
        world.failAdd = one.do === "failBefore" ? "before" : "after";
        break;
      case "reboot":
        await world.tree.boot(`boot-${world.nowMs++}`);
        await world.restart();
        break;
      case "restart":
        await world.restart();
        break;
      case "poll":
        await this.poll();
    }
  }

  async insert(truth: Truth, at: number, disc: number): Promise<void> {
    const { sectors, ...facts } = DISCS[disc] ?? { sectors: 1 };
    await this.world.tree.insert(at, { ...facts, sectors: this.world.tree.options.udev ? sectors : sectors + disc });
    Object.assign(truth, { disc, fresh: true });
    this.inserted++;
  }

  async finish(id: string): Promise<void> {
    const row = await this.world.row(id);
    if (row.status !== "inserted") return;
    await this.world.live(id, "scan", "titlesRead", "matched", "start", "finish");
  }

  /** Polls twice. The second poll does not fail, and finds nothing new if the first one succeeded. */
  async poll(): Promise<void> {
    const { world } = this;
    const before = (await world.rows.list()).map(({ id }) => id);
    await world.poll();
    world.failAdd = undefined;
    await world.poll();
    const rows = await world.rows.list();
    const listed = world.drives.list();
    const created = new Set(rows.map(({ id }) => id).filter((id) => !before.includes(id)));
    ok(
      created.size <= this.drives.filter(({ fresh, connected }) => fresh && connected).length,
      "a disc was added twice",
    );
    for (const [at, truth] of this.drives.entries()) {
      const shown = listed[at];
      if (!truth.connected) {
        same([shown?.state, shown?.available], ["missing", false]);
        continue;
      }
      same(shown?.state === "loaded", truth.disc !== undefined);
      if (truth.disc === undefined) same(shown?.ripId, undefined);
      else await this.expectRip(truth, shown?.ripId ?? "", created);
      truth.fresh = false;
    }
    ok(rows.length <= this.inserted);
    world.nowMs += 15_000;
  }

  async expectRip(truth: Truth, ripId: string, created: Set<string>): Promise<void> {
    const { world } = this;
    const row = await world.rows.get(ripId);
    ok(row !== undefined, "a disc was lost");
    const label = world.tree.options.udev ? DISCS[truth.disc ?? -1]?.label : "";
    same(row.record.label, label === "" ? row.record.driveName : label);
    // Without an insertion, no disc is new. A different disc is always new.
    if (!truth.fresh) same(ripId, truth.ripId);
    else if (truth.rippedDisc !== truth.disc) ok(created.has(ripId), "another disc is taken for the one before");
    else if (ripId !== truth.ripId) ok(!await isUnfinished({ ripRows: world.rows }, { ripId: truth.ripId }));
    Object.assign(truth, { ripId, rippedDisc: truth.disc });
  }
}

for (const udev of [true, false]) {
  Deno.test(`slow: no disc is lost and none is added twice, whatever happens to drives ${udev ? "with" : "without"} udev`, () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) =>
        withDrives(async (world) => {
          await world.tree.program("eject", "exit 0");
          await world.tree.program("blkid", "exit 2");
          for (const at of [0, 1]) {
            await world.tree.connect(at);
            await world.drives.add({ path: world.tree.device(at) });
          }
          await world.poll();
          const model = new Model(world);
          for (const one of steps) await model.take(one);
          await model.poll();
        }, { udev })),
      { numRuns: 20 },
    ));
}
