import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { runProcess } from "../../kit/process/process.ts";
import type { MachineReadings, PowerReading } from "./machine_conditions.ts";

/** Sources of readings. Tests replace them. */
export interface ConditionSources {
  os: typeof Deno.build.os;
  /** Folder with the form of `/sys` in Linux. */
  sysFolder: string;
  /** Program of macOS that prints the power source. */
  pmset: string;
}

const SYSTEM: ConditionSources = { os: Deno.build.os, sysFolder: "/sys", pmset: "/usr/bin/pmset" };

/** Drivers of processor sensors in `/sys/class/hwmon`. Those of disks, boards and network cards are not listed. */
const CPU_DRIVERS = new Set(["coretemp", "k10temp", "cpu_thermal"]);
/** Types of thermal zones of a processor. The names of device trees have a hyphen. */
const CPU_ZONES = new Set(["x86_pkg_temp", "cpu_thermal", "cpu-thermal"]);

/** Plausible temperatures in °C. A sensor without a value reports 0, -273 or a number far above the boiling point. */
const MIN_C = 1;
const MAX_C = 125;

/** Maximum number of entries that are read of a folder, and bytes of a file. Files in `/sys` have one short value. */
const MAX_ENTRIES = 256;
const MAX_VALUE_BYTES = 64;
const PMSET_TIMEOUT_MS = 3_000;

/** Reads the temperature of the processor and the power source. Omits values that cannot be read. Never rejects. */
export async function readConditions(sources: Partial<ConditionSources> = {}): Promise<MachineReadings> {
  const { os, sysFolder, pmset } = { ...SYSTEM, ...sources };
  if (os === "darwin") return { power: await readPmset(pmset).catch(() => undefined) };
  if (os !== "linux") return {};
  const [temperature, power] = await Promise.all([
    readTemperature(join(sysFolder, "class")).catch(() => undefined),
    readPower(join(sysFolder, "class/power_supply")).catch(() => undefined),
  ]);
  return { temperature, power };
}

/** Returns the temperature of the hottest sensor of the processor in °C. */
async function readTemperature(classFolder: string): Promise<number | undefined> {
  const [chips, zones] = await Promise.all([
    entriesOf(join(classFolder, "hwmon"), /^hwmon\d+$/),
    entriesOf(join(classFolder, "thermal"), /^thermal_zone\d+$/),
  ]);
  const values = await Promise.all([
    ...chips.map(async (chip) =>
      CPU_DRIVERS.has(await valueOf(join(chip, "name")) ?? "") ? await chipValues(chip) : []
    ),
    ...zones.map(async (zone) =>
      CPU_ZONES.has(await valueOf(join(zone, "type")) ?? "") ? [celsius(await valueOf(join(zone, "temp")))] : []
    ),
  ]);
  const known = values.flat().filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

async function chipValues(chip: string): Promise<(number | undefined)[]> {
  const inputs = await entriesOf(chip, /^temp\d+_input$/);
  const sensors = await Promise.all(inputs.map(async (input) => ({
    label: await valueOf(input.replace(/_input$/, "_label")),
    value: celsius(await valueOf(input)),
  })));
  // If a Ryzen reports Tdie, its Tctl is up to 27 °C above the real temperature (kernel: hwmon/k10temp).
  const hasDie = sensors.some(({ label, value }) => label === "Tdie" && value !== undefined);
  return sensors.filter(({ label }) => !(hasDie && label === "Tctl")).map(({ value }) => value);
}

/** Returns °C from a number of thousandths, or undefined if it is not plausible. */
function celsius(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d{1,9}$/.test(text)) return undefined;
  const value = Number(text) / 1000;
  return value >= MIN_C && value <= MAX_C ? value : undefined;
}

/** Returns undefined for a machine without a battery, or if its state is unknown. */
async function readPower(folder: string): Promise<PowerReading | undefined> {
  const supplies = await Promise.all((await entriesOf(folder, /^[^.]/)).map(readSupply));
  const batteries = supplies.filter(({ type, scope, present }) =>
    // The scope of a mouse or a headset is `Device`.
    type === "Battery" && scope !== "Device" && present !== "0"
  );
  const states = batteries.map(({ status }) => status).filter((status) => status !== undefined && status !== "Unknown");
  const isPlugged = supplies.some(({ type, scope, online }) =>
    type !== undefined && type !== "Battery" && scope !== "Device" && (online === "1" || online === "2")
  );
  if (isPlugged) return { onBattery: false };
  if (states.length === 0) return undefined;
  const charges = batteries.map(({ capacity }) => capacity).filter((capacity) => capacity !== undefined);
  const percent = charges.length === 0 ? undefined : charges.reduce((sum, one) => sum + one, 0) / charges.length;
  return { onBattery: states.includes("Discharging"), percent };
}

async function readSupply(folder: string) {
  const [type, scope, online, present, status, capacity] = await Promise.all(
    ["type", "scope", "online", "present", "status", "capacity"].map((name) => valueOf(join(folder, name))),
  );
  return { type, scope, online, present, status, capacity: percentOf(capacity) };
}

const percentOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : undefined;

async function readPmset(path: string): Promise<PowerReading | undefined> {
  const { code, stdout } = await runProcess({
    ...{ path, args: ["-g", "batt"] },
    ...{ timeoutMs: PMSET_TIMEOUT_MS, maxBytes: 4096 },
  });
  return code === 0 ? powerOfPmset(new TextDecoder().decode(stdout)) : undefined;
}

/** Returns the power source that `pmset -g batt` printed. Pure. */
export function powerOfPmset(text: string): PowerReading | undefined {
  const source = /^Now drawing from '(AC|Battery|UPS) Power'/m.exec(text)?.[1];
  if (source === undefined) return undefined;
  return { onBattery: source !== "AC", percent: percentOf(/\t(\d{1,3})%;/.exec(text)?.[1]) };
}

/** Returns the paths of the entries whose names match. Returns none if the folder cannot be read. */
async function entriesOf(folder: string, name: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((one) => name.test(one)).slice(0, MAX_ENTRIES).map((one) => join(folder, one));
}

/** Returns the trimmed text of a small file. Undefined if it cannot be read. A sensor that is asleep reports an error. */
async function valueOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    const buffer = new Uint8Array(MAX_VALUE_BYTES);
    const read = await file?.read(buffer, 0, MAX_VALUE_BYTES, 0);
    return read === undefined ? undefined : new TextDecoder().decode(buffer.subarray(0, read.bytesRead)).trim();
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
