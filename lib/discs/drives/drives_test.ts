import { deepStrictEqual as same, match, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import type { DriveTree } from "../../../tests/fixtures/discs/drive_tree.ts";
import { withDrives } from "../../../tests/fixtures/discs/drive_world.ts";
import type { Drive } from "../drive_schema.ts";
import { driveTask } from "../disc_tasks.ts";

const FILM = { label: "GLASS HARBOR", uuid: "2026-01-01", sectors: 90_000_000 };
const SERIES = { label: "LANTERN_BAY_S1_D1", uuid: "2025-03-04", sectors: 15_000_000 };

const facts = ({ state, discLabel, available, busy }: Drive) => [state, discLabel, available, busy];

Deno.test("poll() adds a disc once, however often it is seen, also after restarts of service and machine", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    const added = await world.drives.add({ path: world.tree.device(0) });
    same([added.name, added.manual, added.detected, added.index], ["EXAMPLE BD-RE X0", true, false, 0]);
    same(await world.poll(), "1 drive");
    await world.tree.insert(0, FILM);
    same(await world.poll(), "1 drive, 1 new disc");
    same(await world.poll(), "1 drive");
    await world.restart();
    await world.poll();
    await world.tree.boot("boot-2");
    await world.restart();
    await world.poll();
    same(await world.labels(), ["GLASS HARBOR"]);
    const [drive] = world.drives.list();
    const [row] = await world.rows.list();
    same(drive && facts(drive), ["loaded", "GLASS HARBOR", true, false]);
    same([drive?.ripId, row?.record.driveIndex, row?.source], [row?.id, 0, `dev:${world.tree.device(0)}`]);
  }));

Deno.test("a disc that returns continues its unfinished rip, and is new once that is finished", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.drives.add({ path: world.tree.device(0) });
    await world.tree.insert(0, FILM);
    await world.poll();
    const again = async () => {
      await world.tree.removeDisc(0);
      await world.poll();
      same([world.drives.list()[0]?.state, world.drives.list()[0]?.ripId], ["empty", undefined]);
      await world.tree.insert(0, FILM);
      await world.poll();
    };
    await again();
    same((await world.labels()).length, 1);
    const [first] = await world.rows.list();
    same(world.drives.list()[0]?.ripId, first?.id);
    await world.live(first?.id ?? "", "scan", "titlesRead", "matched", "start", "finish");
    await again();
    same((await world.labels()).length, 2);
    // The disc is changed between two polls.
    await world.tree.insert(0, SERIES);
    await world.poll();
    same(await world.labels(), ["GLASS HARBOR", "GLASS HARBOR", "LANTERN_BAY_S1_D1"]);
  }));

Deno.test("a disc is neither lost nor doubled when the program ends while its rip is stored", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.drives.add({ path: world.tree.device(0) });
    await world.poll();
    for (const [failure, disc] of [["before", FILM], ["after", SERIES]] as const) {
      await world.tree.insert(0, disc);
      world.failAdd = failure;
      await world.poll();
      ok((await world.drives.status()).driveError);
      await world.restart();
      await world.poll();
      await world.poll();
    }
    same(await world.labels(), ["GLASS HARBOR", "LANTERN_BAY_S1_D1"]);
    ok(world.drives.list()[0]?.ripId);
    same((await world.drives.status()).driveError, undefined);
  }));

Deno.test("a drive whose disc is being read is not opened; it may be once its titles are copied", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.tree.program("eject", `echo "$@" >> ${join(world.folder, "ejected")}`);
    await world.drives.add({ path: world.tree.device(0) });
    await world.tree.insert(0, FILM);
    await world.poll();
    const [row] = await world.rows.list();
    const id = row?.id ?? "";
    await world.live(id, "scan");
    same(world.drives.list()[0]?.busy, true);
    await world.restart();
    await world.poll();
    same(world.drives.list().map(facts), [["loaded", "GLASS HARBOR", true, true]]);
    await rejects(world.drives.eject(0), { code: "bad_state", message: /still needed \(status: scanning\)/ });
    await world.live(id, "titlesRead", "matched", "start");
    await rejects(world.drives.ejectRip(await world.row(id)), { code: "bad_state" });
    await world.tree.insert(0, SERIES);
    await world.poll();
    same((await world.labels()).length, 1);
    const file = { titleId: 0, path: "/x.mkv", sizeBytes: 1, verified: true };
    await world.rows.change(id, {
      record: (current) => ({ ...current, selectedTitleIds: [0], files: [file] }),
    });
    await world.drives.ejectRip(await world.row(id));
    same(await Deno.readTextFile(join(world.folder, "ejected")), `${world.tree.device(0)}\n`);
    same([world.drives.list()[0]?.state, world.drives.list()[0]?.ripId], ["open", undefined]);
    // The drive's last report is from before the ejection.
    await world.poll();
    same(world.drives.list()[0]?.state, "open");
    await world.tree.removeDisc(0);
    world.nowMs += 20_000;
    await world.poll();
    same(world.drives.list()[0]?.state, "open");
    await world.tree.insert(0, SERIES);
    await world.poll();
    same(await world.labels(), ["GLASS HARBOR", "LANTERN_BAY_S1_D1"]);
    await world.drives.ejectRip(await world.row(id));
    same(world.drives.list()[0]?.state, "loaded");
  }));

Deno.test("eject() returns the drive's message", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.drives.add({ path: world.tree.device(0), label: "Upper drive" });
    await world.poll();
    await rejects(world.drives.eject(0), {
      code: "upstream_failed",
      message: /Upper drive|EXAMPLE.*eject was not found/,
    });
    await world.tree.program("eject", "echo 'eject: unable to eject, last error: Input/output error' >&2; exit 1");
    await rejects(world.drives.eject(0), { code: "upstream_failed", message: /last error: Input\/output error/ });
    await rejects(world.drives.eject(7), { code: "not_found" });
    same(world.drives.list()[0]?.state, "empty");
    await world.tree.disconnect(0);
    await world.poll();
    await rejects(world.drives.eject(0), { code: "bad_state" });
  }));

Deno.test("eject() does not wait forever for any drive", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.drives.add({ path: world.tree.device(0) });
    await world.poll();
    await world.tree.program("eject", "exec sleep 30");
    await rejects(world.drives.eject(0), { code: "upstream_failed", message: /did not respond/ });
    same(world.drives.list()[0]?.state, "empty");
  }, { more: (tree) => ({ system: tree.system({ ejectTimeoutMs: 300 }) }) }));

Deno.test("a drive that disappears is missing, its rip shows it, and its disc is recognised when the drive returns", () =>
  withDrives(async (world) => {
    for (const number of [0, 1]) await world.tree.connect(number);
    await world.drives.add({ path: world.tree.device(0) });
    await world.drives.add({ path: world.tree.device(1) });
    await world.tree.insert(0, FILM);
    await world.poll();
    await world.tree.disconnect(0);
    await world.tree.insert(1, SERIES);
    for (let at = 0; at < 2; at++) await world.poll();
    same(world.drives.list().map(facts), [["missing", "", false, false], ["loaded", "LANTERN_BAY_S1_D1", true, false]]);
    const film = (await world.rows.list()).find(({ record }) => record.label === "GLASS HARBOR");
    same(film?.record.warnings.length, 1);
    match(film?.record.warnings[0] ?? "", /has disappeared. Reconnect it/);
    await world.live(film?.id ?? "", "scan", "titlesRead", "matched", "start", "finish");
    await world.tree.connect(0);
    await world.tree.insert(0, FILM);
    await world.poll();
    same((await world.labels()).length, 2);
    same(world.drives.list()[0]?.state, "loaded");
  }));

Deno.test("add() accepts optical drives only, by any name, each once; candidates() lists the others", () =>
  withDrives(async (world) => {
    const { tree, drives } = world;
    await tree.connect(0);
    await tree.connect(1, { generic: false });
    await tree.connect(2, { node: false });
    const dev = join(tree.folder, "dev");
    await Deno.mkdir(join(dev, "disk/by-id"), { recursive: true });
    await Deno.symlink("../../sr0", join(dev, "disk/by-id/usb-X"));
    await Deno.symlink("sr0", join(dev, "cdrom"));
    await Deno.writeTextFile(join(dev, "sda"), "8:0");
    await Deno.writeTextFile(join(dev, "film.mkv"), "no device");
    const found = await drives.candidates();
    same(found.map(({ path }) => path.slice(dev.length + 1)), ["sr0", "sr1", "sr2"]);
    same(found[0]?.note, undefined);
    match(found[1]?.note ?? "", /generic device .*sg3 of this drive is missing/);
    match(found[2]?.note ?? "", /sr2 is missing\. In a container/);
    for (const name of ["sda", "film.mkv", "disk"]) {
      await rejects(drives.add({ path: join(dev, name) }), { code: "invalid" }, name);
    }
    for (const path of ["sr0", "../dev/sr0", "/dev/sr0\n", "-x"]) {
      await rejects(drives.add({ path }), { code: "invalid" }, path);
    }
    for (const name of ["sr2", "nowhere", "disk/by-id/x"]) {
      await rejects(drives.add({ path: join(dev, name) }), { code: "not_found" }, name);
    }
    const added = await drives.add({ path: join(dev, "disk/by-id/usb-X"), label: "USB" });
    same([added.name, added.path, added.source], ["USB", join(dev, "disk/by-id/usb-X"), `dev:${join(dev, "sr0")}`]);
    for (const name of ["sr0", "cdrom", "disk/by-id/usb-X"]) {
      await rejects(drives.add({ path: join(dev, name) }), { code: "conflict" }, name);
    }
    const both = await Promise.allSettled([
      drives.add({ path: join(dev, "sr1") }),
      drives.add({ path: join(dev, "sr1") }),
    ]);
    same(both.map(({ status }) => status), ["fulfilled", "rejected"]);
    same((await drives.candidates()).map(({ path }) => path), [join(dev, "sr2")]);
    match(drives.list()[1]?.note ?? "", /MakeMKV needs it/);
    await rejects(drives.remove("nothing"), { code: "not_found" });
    await drives.remove(added.id ?? "");
    same(drives.list().map(({ path }) => path), [join(dev, "sr1")]);
  }));

Deno.test("one drive that fails stops no other, and a program that does not start loses no disc", () => {
  let failing = true;
  const more = (tree: DriveTree) => {
    const system = tree.system();
    const media: typeof system.media = (device) => {
      if (failing && device.key === "11:0") throw new Error("The drive hangs on its bus.");
      return system.media(device);
    };
    return { system: { ...system, media } };
  };
  return withDrives(async (world) => {
    await world.tree.program("blkid", "");
    await Deno.writeTextFile(join(world.tree.folder, "bin/blkid"), "#!/nowhere/sh");
    for (const number of [0, 1]) {
      await world.tree.connect(number);
      await world.drives.add({ path: world.tree.device(number) });
    }
    await world.tree.insert(0, FILM);
    await world.tree.insert(1, SERIES);
    await world.poll();
    const [first] = world.drives.list();
    same([first?.state, first?.note, await world.labels()], [
      "unknown",
      "The drive hangs on its bus.",
      ["LANTERN_BAY_S1_D1"],
    ]);
    match((await world.drives.status()).driveError ?? "", /hangs on its bus/);
    failing = false;
    await world.poll();
    same([await world.labels(), world.drives.list()[0]?.note], [["LANTERN_BAY_S1_D1", "GLASS HARBOR"], undefined]);
  }, { more });
});

Deno.test("without udev the kernel's size shows the presence of a disc, and blkid its label", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.tree.program("blkid", `[ "$1 $2 $3" = "-p -o export" ] && printf 'LABEL=GLASS\\\\ HARBOR\\nUUID=1\\n'`);
    await world.drives.add({ path: world.tree.device(0) });
    await world.poll();
    same(world.drives.list()[0]?.state, "empty");
    await world.tree.insert(0, { sectors: 5000 });
    for (let at = 0; at < 2; at++) await world.poll();
    same(await world.labels(), ["GLASS HARBOR"]);
    same(world.drives.list()[0]?.discLabel, "GLASS HARBOR");
    await world.tree.removeDisc(0);
    await world.poll();
    same(world.drives.list()[0]?.state, "empty");
  }, { udev: false }));

Deno.test("tasks that wait for a drive survive a restart, and so do the numbers of drives", () =>
  withDrives(async (world) => {
    for (const number of [0, 1]) {
      await world.tree.connect(number);
      await world.drives.add({ path: world.tree.device(number) });
    }
    const published: number[] = [];
    world.bus.on("drives", ({ drives }) => published.push(drives.length));
    const waitingFor = { batchId: "set", disc: 3 };
    same(world.drives.await(1, waitingFor).waitingFor, waitingFor);
    same(published, [2]);
    const [first] = world.drives.list();
    await world.drives.remove(first?.id ?? "");
    await world.restart();
    await world.poll();
    same(world.drives.list().map((drive) => [drive.index, drive.waitingFor]), [[1, waitingFor]]);
    same(world.drives.await(1, undefined).waitingFor, undefined);
    await world.restart();
    await world.poll();
    same(world.drives.list()[0]?.waitingFor, undefined);
  }));

Deno.test("no drive is polled while disc ripping is disabled, which the task reports; enabling it starts the polling at once", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.tree.insert(0, FILM);
    await world.settings.update({ disc: { enabled: false } });
    await world.drives.add({ path: world.tree.device(0) });
    const task = driveTask(world.drives, world.settings);
    same([task.id, task.name, task.schedule(), task.disabled?.()], [
      "drives",
      "Check optical drives",
      { everySeconds: 15 },
      "Disc ripping is disabled.",
    ]);
    same(await world.poll(), "Disc ripping is disabled");
    await rejects(world.drives.detect(), { code: "bad_state" });
    same(await world.labels(), []);
    await world.settings.update({ disc: { enabled: true, pollIntervalSeconds: 40 } });
    same(task.schedule(), { everySeconds: 40 });
    // The detection runs after the poll that was started by the change of the settings.
    same((await world.drives.detect()).created, []);
    same(await world.labels(), ["GLASS HARBOR"]);
    same(task.disabled?.(), undefined);
  }));

Deno.test("detect() adds the disc of a removed rip again; polling does not", () =>
  withDrives(async (world) => {
    await world.tree.connect(0);
    await world.drives.add({ path: world.tree.device(0) });
    await world.tree.insert(0, FILM);
    await world.poll();
    const [row] = await world.rows.list();
    await world.rows.remove(row?.id ?? "");
    world.bus.publish("rip-removed", { id: row?.id ?? "" });
    await world.poll();
    await world.restart();
    await world.poll();
    same(await world.labels(), []);
    same(world.drives.list()[0]?.ripId, undefined);
    // Only an explicit detection adds the disc again.
    const { created } = await world.drives.detect();
    same([created.length, await world.labels()], [1, ["GLASS HARBOR"]]);
    same((await world.drives.detect()).created, []);
    await world.poll();
    same(await world.labels(), ["GLASS HARBOR"]);
  }));
