import { deepStrictEqual as same } from "node:assert/strict";
import { dirname, join } from "node:path";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { powerOfPmset, readConditions } from "./read_conditions.ts";
import type { MachineReadings } from "./machine_conditions.ts";

type Tree = Record<string, string>;

const hwmon = (n: number, name: string, files: Tree): Tree => prefixed(`class/hwmon/hwmon${n}`, { name, ...files });
const zone = (n: number, type: string, temp: string): Tree =>
  prefixed(`class/thermal/thermal_zone${n}`, { type, temp });
const supply = (name: string, files: Tree): Tree => prefixed(`class/power_supply/${name}`, files);
const prefixed = (folder: string, files: Tree): Tree =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

const BATTERY = supply("BAT0", { type: "Battery", present: "1", status: "Discharging", capacity: "64" });
const PLUG = supply("AC", { type: "Mains", online: "0" });

/** Files in the form in which machines have them. */
const MACHINES: [string, Tree, MachineReadings][] = [
  [
    "a laptop on battery: the package of the processor, not its disk, board or network card",
    {
      ...hwmon(0, "acpitz", { temp1_input: "99000" }),
      ...hwmon(1, "nvme", { temp1_label: "Composite", temp1_input: "71850" }),
      ...hwmon(2, "coretemp", {
        ...{ temp1_label: "Package id 0", temp1_input: "58000", temp1_max: "100000", temp1_crit: "100000" },
        ...{ temp2_label: "Core 0", temp2_input: "57000" },
      }),
      ...hwmon(3, "iwlwifi_1", { temp1_input: "80000" }),
      ...zone(0, "acpitz", "27800"),
      ...zone(1, "x86_pkg_temp", "59000"),
      ...{ ...PLUG, ...BATTERY },
      ...supply("hidpp_battery_0", { type: "Battery", scope: "Device", status: "Discharging", online: "1" }),
    },
    { temperature: 59, power: { onBattery: true, percent: 64 } },
  ],
  [
    "a laptop charged over USB-C",
    { ...PLUG, ...BATTERY, ...supply("ucsi-source-psy-USBC000:001", { type: "USB", online: "1" }) },
    { temperature: undefined, power: { onBattery: false } },
  ],
  [
    "a plugged-in laptop that does not charge, with a second battery that is not present",
    {
      ...{ ...supply("AC", { type: "Mains", online: "1" }) },
      ...supply("BAT0", { type: "Battery", status: "Not charging", capacity: "80" }),
      ...supply("BAT1", { type: "Battery", present: "0", status: "Discharging" }),
    },
    { temperature: undefined, power: { onBattery: false } },
  ],
  ["a laptop whose battery state is unknown", { ...supply("BAT0", { type: "Battery", status: "Unknown" }) }, {
    temperature: undefined,
    power: undefined,
  }],
  ["a desktop with a mouse whose battery discharges", {
    ...supply("hidpp_battery_0", { type: "Battery", scope: "Device", status: "Discharging", capacity: "40" }),
  }, { temperature: undefined, power: undefined }],
  ["a Raspberry Pi", {
    ...zone(0, "cpu-thermal", "61835"),
    ...hwmon(0, "cpu_thermal", { temp1_input: "61835", temp1_crit: "110000" }),
    ...hwmon(1, "rpi_volt", { in0_lcrit_alarm: "0" }),
  }, { temperature: 61.835, power: undefined }],
  ["a NAS without sensors", {}, { temperature: undefined, power: undefined }],
  [
    "a desktop with a Threadripper, whose Tctl is 27 °C too high, and a board that reports nonsense",
    {
      ...hwmon(0, "k10temp", {
        ...{ temp1_label: "Tctl", temp1_input: "92000", temp2_label: "Tdie", temp2_input: "65000" },
        ...{ temp3_label: "Tccd1", temp3_input: "63500" },
      }),
      ...hwmon(1, "nct6775", { temp1_label: "CPUTIN", temp1_input: "127500", temp7_input: "-62000" }),
      ...hwmon(12, "amdgpu", { temp1_label: "edge", temp1_input: "90000" }),
    },
    { temperature: 65, power: undefined },
  ],
  ["a Ryzen that has only Tctl", { ...hwmon(0, "k10temp", { temp1_label: "Tctl", temp1_input: "71250" }) }, {
    temperature: 71.25,
    power: undefined,
  }],
  [
    "sensors of the processor with garbage: text, empty, negative, zero, Fahrenheit, degrees, huge, endless, binary",
    {
      ...hwmon(0, "coretemp", {
        ...{ temp1_input: "hot", temp2_input: "", temp3_input: "-273150", temp4_input: "0", temp5_input: "187000" },
        ...{ temp6_input: "52", temp7_input: "99999999999999999999", temp8_input: "9".repeat(100_000) },
        ...{ temp9_input: "\0\0\0\xff", temp10_input: "1e5", temp11_input: "0x15f90", temp12_input: "NaN" },
      }),
      ...zone(0, "x86_pkg_temp", "Infinity"),
      ...supply("BAT0", { type: "Battery", status: "Discharging", capacity: "4000000" }),
      ...supply("odd", { type: "\0" }),
    },
    { temperature: undefined, power: { onBattery: true, percent: undefined } },
  ],
];

async function plant(root: string, tree: Tree): Promise<void> {
  for (const [path, text] of Object.entries(tree)) {
    await Deno.mkdir(dirname(join(root, path)), { recursive: true });
    await Deno.writeTextFile(join(root, path), `${text}\n`);
  }
}

for (const [machine, tree, expected] of MACHINES) {
  Deno.test(`readings of ${machine}`, () =>
    withFolder(async (sysFolder) => {
      await plant(sysFolder, tree);
      const { temperature, power } = await readConditions({ os: "linux", sysFolder });
      const { onBattery, percent } = power ?? {};
      const { onBattery: expectedBattery, percent: expectedPercent } = expected.power ?? {};
      same([temperature, onBattery], [expected.temperature, expectedBattery]);
      if (onBattery) same(percent, expectedPercent);
    }));
}

Deno.test("a file that cannot be read, or is a folder, leaves out only its own value", () =>
  withFolder(async (sysFolder) => {
    await plant(sysFolder, { ...hwmon(0, "coretemp", { temp1_input: "60000" }), ...hwmon(1, "coretemp", {}) });
    await Deno.mkdir(join(sysFolder, "class/hwmon/hwmon1/temp1_input"));
    await Deno.symlink("/nowhere", join(sysFolder, "class/hwmon/hwmon1/temp2_input"));
    await Deno.writeTextFile(join(sysFolder, "class/power_supply"), "a file");
    same(await readConditions({ os: "linux", sysFolder }), { temperature: 60, power: undefined });
  }));

Deno.test("other systems, and a program that is missing or fails, report nothing", async () => {
  same(await readConditions({ os: "windows" }), {});
  same(await readConditions({ os: "darwin", pmset: "/nowhere/pmset" }), { power: undefined });
  same(await readConditions({ os: "darwin", pmset: "/bin/false" }), { power: undefined });
});

Deno.test("pmset: the power source and the charge of a MacBook, a Mac mini and a UPS, and nothing from other text", () => {
  const battery = " -InternalBattery-0 (id=4522083)\t64%; discharging; 3:12 remaining present: true\n";
  same(powerOfPmset(`Now drawing from 'Battery Power'\n${battery}`), { onBattery: true, percent: 64 });
  same(powerOfPmset(`Now drawing from 'AC Power'\n${battery}`), { onBattery: false, percent: 64 });
  same(powerOfPmset("Now drawing from 'AC Power'\n"), { onBattery: false, percent: undefined });
  same(powerOfPmset("Now drawing from 'UPS Power'\n -UPS (id=1)\t999%; discharging\n"), {
    onBattery: true,
    percent: undefined,
  });
  for (const text of ["", "Error", "Now drawing from 'Magic Power'"]) same(powerOfPmset(text), undefined);
});
