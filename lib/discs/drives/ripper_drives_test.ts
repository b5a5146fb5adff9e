import { deepStrictEqual as same, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { withDrives } from "../../../tests/fixtures/discs/drive_world.ts";
import type { RipperDrive } from "./deps.ts";

/** Drives that the ripper lists. */

const FILM = { label: "GLASS HARBOR", uuid: "2026-01-01", sectors: 90_000_000 };

const listedDrive = (index: number, device: string, more: Partial<RipperDrive> = {}): RipperDrive => ({
  index,
  state: "empty",
  name: `Listed ${index}`,
  discName: "",
  device,
  ...more,
});

Deno.test("drives of the ripper are separate drives; they are queried when drives change, and not while one is read", () =>
  withDrives(async (world) => {
    const { tree } = world;
    await tree.connect(0);
    world.listed = () => [listedDrive(0, tree.device(0))];
    for (let at = 0; at < 3; at++) await world.poll();
    same(world.listCount, 1);
    same(world.drives.list().map(({ name, detected, manual }) => [name, detected, manual]), [[
      "Listed 0",
      true,
      false,
    ]]);
    await rejects(world.drives.add({ path: tree.device(0) }), { code: "conflict" });
    await tree.insert(0, FILM);
    await world.poll();
    const [row] = await world.rows.list();
    await world.live(row?.id ?? "", "scan");
    await tree.connect(1);
    world.listed = () => [listedDrive(0, tree.device(0)), listedDrive(1, tree.device(1))];
    await world.poll();
    same([world.listCount, world.drives.list().length], [1, 1]);
    await world.live(row?.id ?? "", "nothingFound");
    await world.drives.detect();
    same([world.listCount, world.drives.list().length], [2, 2]);
    same(world.drives.list().map(({ index }) => index), [0, 1]);
    await tree.disconnect(0);
    world.listed = () => [listedDrive(0, tree.device(1)), listedDrive(1, "")];
    await world.poll();
    same(world.drives.list().map(({ index, state }) => [index, state]), [[1, "empty"], [0, "missing"]]);
    await world.poll();
    same(world.listCount, 3);
  }));

Deno.test("a failing ripper is reported, and does not affect drives that were added by path", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    world.listed = () => {
      throw new Error("makemkvcon crashed");
    };
    await world.drives.add({ path: world.tree.device(0) });
    await world.tree.insert(0, FILM);
    await world.poll();
    match((await world.drives.status()).driveError ?? "", /makemkvcon crashed/);
    same(await world.labels(), ["GLASS HARBOR"]);
    world.listed = undefined;
    await world.poll();
    same((await world.drives.status()).driveError, undefined);
  }));

Deno.test("the state of a drive that the system does not report comes from the ripper", () =>
  withDrives(async (world) => {
    await Deno.mkdir(join(world.tree.folder, "dev"), { recursive: true });
    const device = join(world.tree.folder, "dev/disk9");
    await Deno.writeTextFile(device, "1:9");
    const list = (more: Partial<RipperDrive>) => world.listed = () => [listedDrive(0, device, more)];
    list({ state: "open" });
    await world.poll();
    same(world.drives.list()[0]?.state, "open");
    for (const discName of ["ONE", "ONE", "TWO"]) {
      list({ state: "loaded", discName });
      await world.poll();
    }
    same(await world.labels(), ["ONE", "TWO"]);
    await rejects(world.drives.eject(0), { code: "bad_state" });
  }));
