/** Limits from the settings. */
export interface ConditionLimits {
  /** Maximum temperature of the processor in °C. 0 means no limit. */
  maxTemperature: number;
  onBattery: "continue" | "wait";
}

/** Values that the machine reports. An absent value cannot be read, and holds nothing. */
export interface MachineReadings {
  /** Temperature of the hottest sensor of the processor in °C. */
  temperature?: number;
  power?: PowerReading;
}

/** Power source of the machine. */
export interface PowerReading {
  onBattery: boolean;
  /** Charge of the battery in percent. */
  percent?: number;
}

/** Conditions for which encodes wait, with the last reading of each and its time in monotonic milliseconds. */
export interface ConditionState {
  /** `limit` is the maximum temperature with which the wait started. */
  heat?: { limit: number; temperature: number; readAtMs: number };
  battery?: { percent?: number; readAtMs: number };
}

/** Reason for which encodes wait, and the condition that ends the wait. Both are parts of a sentence. */
export interface ConditionHold {
  reason: string;
  until: string;
}

/** Number of °C by which the processor must cool down below the maximum before encodes continue. */
export const HYSTERESIS_C = 10;
/** Time in milliseconds after which encodes no longer wait for a value that cannot be read. */
export const UNREADABLE_MS = 60_000;

/** True if encodes may have to wait. */
export const hasLimits = ({ maxTemperature, onBattery }: ConditionLimits): boolean =>
  maxTemperature > 0 || onBattery === "wait";

/** Returns the conditions for which encodes wait after a reading. Pure. */
export function nextConditions(
  { heat, battery }: ConditionState,
  limits: ConditionLimits,
  readings: MachineReadings,
  nowMs: number,
): ConditionState {
  return {
    heat: nextHeat(heat, limits.maxTemperature, readings.temperature, nowMs),
    battery: limits.onBattery === "wait" ? nextBattery(battery, readings.power, nowMs) : undefined,
  };
}

function nextHeat(
  before: ConditionState["heat"],
  limit: number,
  temperature: number | undefined,
  nowMs: number,
): ConditionState["heat"] {
  if (limit === 0) return undefined;
  // A changed maximum is compared as if encodes had not waited before.
  const waited = before?.limit === limit ? before : undefined;
  if (temperature === undefined) return unexpired(waited, nowMs);
  const isHot = waited === undefined ? temperature > limit : temperature >= limit - HYSTERESIS_C;
  return isHot ? { limit, temperature, readAtMs: nowMs } : undefined;
}

function nextBattery(
  before: ConditionState["battery"],
  power: PowerReading | undefined,
  nowMs: number,
): ConditionState["battery"] {
  if (power === undefined) return unexpired(before, nowMs);
  return power.onBattery ? { percent: power.percent, readAtMs: nowMs } : undefined;
}

const unexpired = <T extends { readAtMs: number }>(before: T | undefined, nowMs: number): T | undefined =>
  before !== undefined && nowMs - before.readAtMs < UNREADABLE_MS ? before : undefined;

/** Returns the hold for these conditions, or undefined if encodes do not wait. Pure. */
export function conditionHold({ heat, battery }: ConditionState): ConditionHold | undefined {
  const holds: ConditionHold[] = [];
  if (heat !== undefined) {
    const now = `${Math.round(heat.temperature)} °C`;
    holds.push({
      reason: `the processor is at ${now}`,
      until: `the processor is below ${heat.limit - HYSTERESIS_C} °C (now ${now})`,
    });
  }
  if (battery !== undefined) {
    const charge = battery.percent === undefined ? "" : ` (${Math.round(battery.percent)} %)`;
    holds.push({ reason: `this machine runs on battery${charge}`, until: "this machine is plugged in" });
  }
  if (holds.length === 0) return undefined;
  return {
    reason: holds.map(({ reason }) => reason).join(", and "),
    until: holds.map(({ until }) => until).join(" and "),
  };
}
