import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { withDrives } from "../../../tests/fixtures/discs/drive_world.ts";

const ALBUM = { sectors: 1_200_000, audioTracks: 12 };
const FILM = { label: "GLASS HARBOR", uuid: "2026-01-01", sectors: 90_000_000 };

Deno.test("an audio CD in a drive is a rip of a CD, and another disc is not", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.drives.add({ path: world.tree.device(0) });
    same(await world.poll(), "1 drive");
    await world.tree.insert(0, ALBUM);
    same(await world.poll(), "1 drive, 1 new disc");
    await world.tree.insert(0, FILM);
    await world.poll();
    const rows = await world.rows.list();
    same(rows.map(({ record }) => [record.label, record.discType]).reverse(), [
      ["Audio CD", "cd"],
      ["GLASS HARBOR", "unknown"],
    ]);
  }));

Deno.test("a drive's CD is not read while CDs are off; it can be read later on request", () =>
  withDrives(async (world) => {
    await world.settings.update({ disc: { cd: { enabled: false } } });
    await world.tree.connect(0);
    await world.drives.add({ path: world.tree.device(0) });
    await world.tree.insert(0, ALBUM);
    same([await world.poll(), await world.poll()], ["1 drive", "1 drive"]);
    await rejects(world.drives.readCd(0), /Reading audio CDs is disabled/);
    await world.settings.update({ disc: { cd: { enabled: true } } });
    same(await world.poll(), "1 drive", "nobody wanted it then");
    const { id, discType } = await world.drives.readCd(0);
    same([discType, world.drives.list()[0]?.ripId], ["cd", id]);
    same([await world.poll(), (await world.rows.list()).length], ["1 drive", 1]);
  }));

Deno.test("reading a CD twice is one rip; after it is done it is a new one; an empty drive has none", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.drives.add({ path: world.tree.device(0) });
    await rejects(world.drives.readCd(0), /There is no disc in EXAMPLE BD-RE X0/);
    await rejects(world.drives.readCd(7), /There is no drive 7/);
    await world.tree.insert(0, ALBUM);
    const { id } = await world.drives.readCd(0);
    same([(await world.drives.readCd(0)).id, await world.poll()], [id, "1 drive"]);
    await world.live(id, "scan", "titlesRead", "matched", "start");
    same((await world.drives.readCd(0)).id, id, "it is being copied");
    await world.live(id, "finish");
    same((await world.drives.readCd(0)).id === id, false);
    await world.tree.removeDisc(0);
    await world.poll();
    await rejects(world.drives.readCd(0), /There is no disc/);
  }));
