import { deepStrictEqual as same, match, rejects } from "node:assert/strict";
import { dirname, join } from "node:path";
import { withDrives } from "../../../tests/fixtures/discs/drive_world.ts";
import { makeBridgeImage } from "../../../tests/fixtures/discs/image_bridge.ts";
import { noise } from "../../../tests/fixtures/discs/image_walk.ts";
import { writeUdfImage } from "../../../tests/fixtures/discs/udf_image.ts";
import { run } from "../../../tests/kit/run.ts";
import { createDiskReads } from "../../kit/disk/disk_reads.ts";
import { findImage } from "./images.ts";

/** A modification time long before the test's current time. */
const OLD = new Date("2026-11-01T00:00:00Z");

async function makeFolder(root: string): Promise<string> {
  const files = ["BDMV/index.bdmv", "BDMV/STREAM/00001.m2ts", "BDMV/PLAYLIST/00800.mpls"];
  for (const path of files) {
    await Deno.mkdir(join(root, dirname(path)), { recursive: true });
    await Deno.writeFile(join(root, path), noise(5000));
  }
  await rest(root, "BDMV", "BDMV/STREAM", "BDMV/PLAYLIST", ...files);
  return root;
}

const rest = async (root: string, ...paths: string[]) => {
  for (const path of paths) await Deno.utime(join(root, path), OLD, OLD);
};

async function makeImage(path: string, volumeName: string): Promise<string> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await writeUdfImage(path, [{ path: "BDMV/STREAM/00001.m2ts", content: noise(4000) }], { volumeName });
  await Deno.utime(path, OLD, OLD);
  return path;
}

Deno.test("a linked image is an always loaded drive, seen once until its size or time changes; eject removes the link", () =>
  withDrives(async (world) => {
    const folder = join(world.folder, "media");
    const source = await makeFolder(join(folder, "source"));
    const image = join(folder, "Lantern Bay S1 D1.iso");
    await makeBridgeImage(source, image, { volumeName: "LANTERN" });
    await Deno.utime(image, OLD, OLD);
    const link = await world.drives.link({ path: image });
    same(world.drives.virtual(), [link]);
    for (let at = 0; at < 2; at++) await world.poll();
    await world.restart();
    await world.poll();
    same(await world.labels(), ["Lantern Bay S1 D1"]);
    const [drive] = world.drives.list();
    const [row] = await world.rows.list();
    same([drive?.id, drive?.virtual, drive?.state, drive?.source], [link.id, true, "loaded", `iso:${image}`]);
    same([row?.record.origin, row?.record.virtual, drive?.ripId], ["drive", true, row?.id]);
    await Deno.utime(image, OLD, new Date("2026-11-02T00:00:00Z"));
    await world.poll();
    same((await world.labels()).length, 2);
    await world.live(world.drives.list()[0]?.ripId ?? "", "scan");
    await rejects(world.drives.eject(drive?.index ?? -1), { code: "bad_state" });
    await world.live(world.drives.list()[0]?.ripId ?? "", "nothingFound");
    same((await world.drives.eject(drive?.index ?? -1)).state, "empty");
    same([world.drives.list(), world.drives.virtual()], [[], []]);
    same((await Deno.stat(image)).isFile, true);
    await rejects(world.drives.unlink(link.id), { code: "not_found" });
  }));

Deno.test("an image that is still written is not read before it rests", () =>
  withDrives(async (world) => {
    const image = await makeImage(join(world.folder, "media/A.img"), "A");
    const write = (atMs: number) => Deno.utime(image, new Date(atMs), new Date(atMs));
    await write(world.nowMs - 1000);
    await world.settings.update({ disc: { virtualDriveDirectory: dirname(image) } });
    await world.drives.candidates();
    await world.restart();
    await world.poll();
    same([world.drives.list()[0]?.state, await world.labels()], ["loading", []]);
    await write(world.nowMs);
    await world.poll();
    same(await world.labels(), []);
    // The clock of another machine may be ahead. An unchanged image is complete.
    await write(world.nowMs + 100_000);
    await world.poll();
    same(await world.labels(), []);
    await world.poll();
    same([world.drives.list()[0]?.state, await world.labels()], ["loaded", ["A"]]);
  }));

Deno.test("every image and disc folder of the watched folder is a drive, each once, also when it is linked too", () =>
  withDrives(async (world) => {
    const folder = join(world.folder, "media");
    const first = await makeImage(join(folder, "first.iso"), "FIRST");
    await makeImage(join(folder, "second.IMG"), "SECOND");
    await makeFolder(join(folder, "third"));
    await Deno.writeTextFile(join(folder, "notes.txt"), "");
    await Deno.mkdir(join(folder, "empty"));
    await run("mkfifo", [join(folder, "pipe.iso")]);
    await Deno.symlink("/dev/zero", join(folder, "zero.iso"));
    await world.settings.update({ disc: { virtualDriveDirectory: folder } });
    await world.drives.detect();
    same((await world.labels()).sort(), ["first", "second", "third"]);
    same((await world.drives.detect()).created, []);
    await rejects(world.drives.link({ path: first }), { code: "conflict" });
    const third = world.drives.list().find(({ name }) => name === "third");
    same(third?.source, `file:${join(folder, "third")}`);
    same((await world.drives.eject(third?.index ?? -1)).state, "loaded");
    // An added playlist changes the content.
    await Deno.writeFile(join(folder, "third/BDMV/PLAYLIST/00801.mpls"), noise(10));
    await rest(join(folder, "third"), "BDMV/PLAYLIST/00801.mpls");
    await Deno.utime(join(folder, "third/BDMV/PLAYLIST"), OLD, new Date("2026-11-03T00:00:00Z"));
    same((await world.drives.detect()).created.map(({ label }) => label), ["third"]);
    const second = world.drives.list().find(({ name }) => name === "second");
    await Deno.remove(join(folder, "second.IMG"));
    await world.poll();
    const listed = () => world.drives.list().map(({ name, state }) => [name, state]);
    same(listed(), [["first", "loaded"], ["third", "loaded"], ["second", "missing"]]);
    match((await world.row(second?.ripId ?? "")).record.warnings[0] ?? "", /image second has disappeared/);
    await world.live(second?.ripId ?? "", "scan", "nothingFound");
    await world.poll();
    same(listed(), [["first", "loaded"], ["third", "loaded"]]);
  }));

Deno.test("a linked image that disappears is missing, its rip shows it, and it is not new when it returns", () =>
  withDrives(async (world) => {
    const image = await makeImage(join(world.folder, "media/A.iso"), "A");
    await world.drives.link({ path: image, label: "Box 1" });
    await world.poll();
    await Deno.rename(image, `${image}.away`);
    await world.poll();
    const [row] = await world.rows.list();
    same([world.drives.list()[0]?.state, world.drives.list()[0]?.available], ["missing", false]);
    match(row?.record.warnings[0] ?? "", /The image Box 1 has disappeared/);
    await Deno.rename(`${image}.away`, image);
    await world.poll();
    same([world.drives.list()[0]?.state, await world.labels()], ["loaded", ["Box 1"]]);
  }));

Deno.test("link() and open() take images and disc folders alone, and only where media may lie", () =>
  withDrives(async (world) => {
    const { drives, folder, settings } = world;
    const at = (name: string) => join(folder, name);
    const image = await makeImage(at("media/A.iso"), "A");
    const disc = await makeFolder(at("media/disc"));
    await Deno.writeTextFile(at("media/text.iso"), "no image at all");
    await Deno.writeTextFile(at("media/empty.iso"), "");
    await Deno.writeTextFile(at("media/film.mkv"), "");
    await run("mkfifo", [at("media/pipe.iso")]);
    await makeImage(at("config/own.iso"), "OWN");
    await Deno.symlink(at("config/own.iso"), at("media/link.iso"));
    const refused = [
      [at("media/text.iso"), "invalid"],
      [at("media/empty.iso"), "invalid"],
      [at("media/film.mkv"), "invalid"],
      [at("media/pipe.iso"), "invalid"],
      [at("media"), "invalid"],
      [at("media/nothing.iso"), "not_found"],
      ["media/A.iso", "invalid"],
      [`${image}\0`, "invalid"],
      [`${at("media")}/\ufffd.iso`, "invalid"],
      [at("config/own.iso"), "path_not_allowed"],
      [at("media/link.iso"), "path_not_allowed"],
      ["/dev/zero", "path_not_allowed"],
      ["/proc/self/mem", "path_not_allowed"],
    ] as const;
    for (const [path, code] of refused) {
      await rejects(drives.link({ path }), { code }, path);
      await rejects(drives.open(path), { code }, path);
    }
    await settings.update({ general: { security: { mediaRoots: [at("other")] } } });
    await rejects(drives.open(image), { code: "path_not_allowed" });
    await settings.update({ general: { security: { mediaRoots: [at("media")] } } });
    same((await drives.open(join(disc, "BDMV"))).source, `file:${disc}`);
    const link = await drives.link({ path: join(disc, "BDMV/"), label: "A disc" });
    await rejects(drives.link({ path: disc }), { code: "conflict" });
    same(world.drives.virtual(), [link]);
    // Restricting the media folders also affects existing links.
    await settings.update({ general: { security: { mediaRoots: [at("other")] } } });
    await world.poll();
    match(world.drives.list()[0]?.note ?? "", /outside the media folders/);
  }));

Deno.test("open() reads an image once: a second call returns the same rip until that is finished", () =>
  withDrives(async (world) => {
    const image = await makeImage(join(world.folder, "media/A.iso"), "A");
    const [one, two] = await Promise.all([world.drives.open(image), world.drives.open(image)]);
    same([one.id, one.origin, one.virtual, one.label], [two.id, "image", false, "A"]);
    same(world.drives.list(), []);
    await world.drives.ejectRip(await world.row(one.id));
    await world.live(one.id, "scan", "nothingFound");
    same((await world.drives.open(image)).id === one.id, false);
  }));

Deno.test("findImage() accepts a file or folder of a disc, and a folder with exactly one disc below", () =>
  withDrives(async (world) => {
    const media = join(world.folder, "media");
    const film = await makeFolder(join(media, "Film/Disc"));
    await Deno.mkdir(join(media, "Film/.hidden/BDMV"), { recursive: true });
    await Deno.mkdir(join(media, "Dvd/VIDEO_TS"), { recursive: true });
    await Deno.writeTextFile(join(media, "Dvd/VIDEO_TS/VIDEO_TS.IFO"), "x");
    const nested = await makeImage(join(media, "BDMV/Film.iso"), "A");
    const inner = await makeFolder(join(media, "BDMV/Other"));
    await Deno.mkdir(join(media, "Set/a/BDMV"), { recursive: true });
    await Deno.mkdir(join(media, "Set/b/VIDEO_TS"), { recursive: true });
    await Deno.mkdir(join(media, "Empty/x"), { recursive: true });
    await Deno.writeTextFile(join(media, "Empty/x/film.mkv"), "x");
    await Deno.symlink(film, join(media, "Empty/link"));
    const rules = {
      mediaRoots: [media],
      disks: createDiskReads(),
      storage: { configDir: join(world.folder, "config"), folders: { rips: "/nowhere", transcodes: "/nowhere2" } },
    };
    const find = (path: string) => findImage(join(media, path), rules);
    for (
      const path of [
        "Film",
        "Film/Disc",
        "Film/Disc/BDMV",
        "Film/Disc/BDMV/index.bdmv",
        "Film/Disc/BDMV/PLAYLIST/00800.mpls",
      ]
    ) same(await find(path), { kind: "folder", path: film }, path);
    for (const path of ["Dvd", "Dvd/VIDEO_TS", "Dvd/VIDEO_TS/VIDEO_TS.IFO"]) {
      same(await find(path), { kind: "folder", path: join(media, "Dvd") }, path);
    }
    // A folder of discs may have the same name as a folder on a disc.
    same(await find("BDMV/Film.iso"), { kind: "image", path: nested });
    same(await find("BDMV/Other"), { kind: "folder", path: inner });
    await rejects(find("Set"), /contains several discs: a, b\. Open one of them/);
    await rejects(find("Empty"), /contains neither BDMV nor VIDEO_TS/);
    await rejects(find("Film/none"), { code: "not_found" });
    // The disc folder that contains a file must be allowed as well.
    const narrow = { ...rules, mediaRoots: [join(film, "BDMV/STREAM")] };
    await rejects(findImage(join(film, "BDMV/STREAM/00001.m2ts"), narrow), { code: "path_not_allowed" });
  }));
