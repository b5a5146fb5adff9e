import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { DriveTree } from "../../../../tests/fixtures/discs/drive_tree.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { makeBridgeImage } from "../../../../tests/fixtures/discs/image_bridge.ts";
import { createDriveSystem } from "./create_drive_system.ts";
import { createMacDrives, readDiskutilLabel, readDrutilList, readDrutilStatus } from "./macos_drives.ts";
import { readBlkid, readUdevRecord } from "../../reading/media_facts.ts";

const signal = new AbortController().signal;

Deno.test("readUdevRecord() distinguishes disc and no disc, and reads labels as written by udev", () => {
  const drive = ["S:cdrom", "I:2101", "E:ID_CDROM=1", "E:ID_CDROM_DVD=1", "E:ID_SERIAL=EXAMPLE"];
  const disc = [...drive, "E:ID_CDROM_MEDIA=1", "E:ID_FS_LABEL=A_B", "E:ID_FS_LABEL_ENC=A\\x20B\\x2f\\xc3\\xa4ö"];
  same(readUdevRecord(drive.join("\n")), { present: false });
  same(readUdevRecord(disc.join("\n")), { present: true, audioTracks: 0, label: "A B/äö" });
  same(readUdevRecord([...drive, "E:ID_CDROM_MEDIA=1", "E:ID_CDROM_MEDIA_TRACK_COUNT_AUDIO=12"].join("\n")), {
    present: true,
    audioTracks: 12,
  });
  same(readUdevRecord([...disc, "E:ID_FS_UUID=2011-01-02-03-04-05-00"].join("\n"))?.uuid, "2011-01-02-03-04-05-00");
  same(readUdevRecord(""), undefined);
  same(readUdevRecord("E:ID_FS_LABEL_ENC=X"), undefined);
});

Deno.test("readUdevRecord() converts any label to one short line", () =>
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
    const text = [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
    const { label = "" } = readUdevRecord(`E:ID_CDROM=1\nE:ID_CDROM_MEDIA=1\nE:ID_FS_LABEL_ENC=${text}`) ?? {};
    ok(label.length <= 200 && !/\p{Cc}/u.test(label) && label === label.trim());
  })));

inFolder("confirm() reads the label of a disc with the real blkid", async (folder) => {
  const tree = new DriveTree(folder, { udev: false });
  await tree.connect(0);
  await Deno.mkdir(join(folder, "disc"));
  await Deno.writeTextFile(join(folder, "disc/a.txt"), "a");
  await makeBridgeImage(join(folder, "disc"), join(folder, "dev/image"), { volumeName: "Glass Harbor" });
  const system = tree.system({ search: { folders: ["/usr/sbin", "/sbin", "/usr/bin"] } });
  await tree.insert(0, { sectors: 800 });
  const [device] = await system.devices();
  ok(device);
  const media = await system.confirm({ ...device, path: join(folder, "dev/image") }, signal);
  same([media.state, media.label], ["loaded", "Glass Harbor"]);
});

Deno.test("readBlkid() decodes the escapes of blkid", () =>
  same(readBlkid("DEVNAME=/dev/sr0\nUUID=1\nLABEL=IT\\'S\\ \\$5\\\\\nTYPE=udf\n"), { label: "IT'S $5\\", uuid: "1" }));

inFolder(
  "a container without the record of udev, the kernel's folders or the programs has drives or none",
  async (folder) => {
    const tree = new DriveTree(folder, { udev: false });
    const system = tree.system();
    same(await system.devices(), []);
    same(await system.deviceAt(join(folder, "nothing")), "missing");
    await tree.connect(0);
    await Deno.remove(join(folder, "sys/block/sr0/size"));
    await Deno.remove(join(folder, "sys/block/sr0/diskseq"));
    const [device] = await system.devices();
    ok(device);
    same(await system.media(device), { state: "unknown", content: "" });
  },
);

inFolder("a node with another name in a container is found by its number", async (folder) => {
  const tree = new DriveTree(folder);
  await tree.connect(0);
  await tree.connect(1, { node: false });
  await Deno.writeTextFile(join(folder, "dev/sr0"), "11:1");
  const system = tree.system();
  const found = await system.deviceAt(join(folder, "dev/sr0"));
  ok(typeof found === "object");
  same([found.key, found.name, found.available], ["11:1", "EXAMPLE BD-RE X1", true]);
  same((await system.devices()).map(({ available }) => available), [false, false]);
});

Deno.test("systems without support have no drives", async () => {
  const system = createDriveSystem({ os: "windows" });
  same([await system.devices(), await system.deviceAt("E:\\")], [[], "other"]);
});

const LIST = `   Vendor   Product           Rev   Bus       SupportLevel
 1 EXAMPLE  DVD RW AD-5970H   3APE  ATAPI     Apple Shipping
 2 SAMPLE   BD-RE  BW-16      RB00  USB       Unsupported
`;
const LOADED = ` Vendor   Product           Rev
 SAMPLE   BD-RE  BW-16      RB00

           Type: DVD-ROM              Name: /dev/disk4
       Sessions: 1                  Tracks: 1
   Overwritable:   00:00:00         blocks:        0 /   0.00MB /   0.00MiB
     Space Used:  399:39:50         blocks:  1798625 /   3.68GB /   3.43GiB
      Book Type: DVD-ROM
`;
const EMPTY = LOADED.replace(/Type: DVD-ROM.*$/m, "Type: No Media Inserted");

Deno.test("readDrutilList(), readDrutilStatus() and readDiskutilLabel() parse the output of the macOS programs", () => {
  same(readDrutilList(LIST), [
    { ordinal: "1", name: "EXAMPLE DVD RW AD-5970H" },
    { ordinal: "2", name: "SAMPLE BD-RE BW-16" },
  ]);
  same(readDrutilList("No drives."), []);
  same(readDrutilStatus(LOADED), { state: "loaded", content: "DVD-ROM:1798625", path: "/dev/disk4" });
  same(readDrutilStatus(EMPTY), { state: "empty", content: "" });
  same(readDrutilStatus(""), { state: "unknown", content: "" });
  same(readDiskutilLabel("   Volume Name:               GLASS_HARBOR  \n   Mounted: Yes"), "GLASS_HARBOR");
  same(readDiskutilLabel("   Volume Name:              Not applicable (no file system)\n"), undefined);
});

inFolder(
  "createMacDrives() runs its programs, unmounts a new disc, and opens the requested drive",
  async (folder) => {
    const tree = new DriveTree(folder);
    const log = join(folder, "asked");
    const print = (text: string) => `cat <<'END'\n${text}END\n`;
    await tree.program(
      "drutil",
      `echo "drutil $*" >> ${log}\ncase "$*" in list)\n${print(LIST)};;\n"-drive 2 status")\n${print(LOADED)};;\n*)\n${
        print(EMPTY)
      };;\nesac`,
    );
    await tree.program("diskutil", `echo "diskutil $*" >> ${log}\necho "   Volume Name:   GLASS HARBOR"`);
    const system = createMacDrives({ search: { folders: [join(folder, "bin")] } });
    const devices = await system.devices();
    same(devices.map(({ key, path }) => [key, path]), [["1", ""], ["2", "/dev/disk4"]]);
    const [empty, loaded] = devices;
    ok(empty && loaded);
    same((await system.media(empty)).state, "empty");
    same((await system.confirm(loaded, signal)).label, "GLASS HARBOR");
    await system.eject(loaded, signal);
    const calls = (await Deno.readTextFile(log)).trim().split("\n");
    ok(calls.includes("diskutil unmountDisk /dev/disk4"));
    same(calls.at(-1), "drutil -drive 2 tray eject");
  },
);
