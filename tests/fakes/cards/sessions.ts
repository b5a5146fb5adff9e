import { join } from "node:path";

/** One GPU of the stand-in. */
export interface StandInCard {
  /** Maximum number of sessions. */
  sessions: number;
  /** True if the GPU cannot be opened. */
  missing?: boolean;
}

/** GPUs by device, and the faults that occur. The file may change while encodes run. */
export interface CardsConfig {
  cards: Record<string, StandInCard>;
  /** Every nth request for a session is refused, as if another program used the session. 0 for none. */
  refuseEvery: number;
  /** Every nth encode loses its device in the middle. 0 for none. */
  loseEvery: number;
}

/** Statistics of one GPU. `peak` is the greatest number of sessions that were requested at the same time. */
export interface CardRecord {
  peak: number;
  opened: number;
  refused: number;
  lost: number;
}

const EMPTY: CardRecord = { peak: 0, opened: 0, refused: 0, lost: 0 };

const fileName = (device: string) => device.replaceAll("/", "_");

/** Returns the statistics of a GPU. */
export async function readRecord(folder: string, device: string): Promise<CardRecord> {
  const text = await Deno.readTextFile(join(folder, `${fileName(device)}.record`)).catch(() => undefined);
  return text === undefined ? { ...EMPTY } : JSON.parse(text);
}

/** Returns the configuration in a folder. */
export const readConfig = async (folder: string): Promise<CardsConfig> =>
  JSON.parse(await Deno.readTextFile(join(folder, "cards.json")));

/** Opens a session. `outcome` is the fault that occurs, and `close` ends the session. */
export async function openSession(
  folder: string,
  device: string,
): Promise<{ outcome: "missing" | "refused" | "lost" | "works"; close: () => Promise<void> }> {
  const lock = await Deno.open(join(folder, "lock"), { create: true, write: true });
  await lock.lock(true);
  try {
    const config = await readConfig(folder);
    const { cards } = config;
    const { refuseEvery, loseEvery } = device === "cpu" ? { refuseEvery: 0, loseEvery: 0 } : config;
    const card = device === "cpu" ? { sessions: Infinity } : cards[device];
    if (card === undefined || card.missing) return { outcome: "missing", close: async () => {} };
    const place = join(folder, `${fileName(device)}.sessions`);
    await Deno.mkdir(place, { recursive: true });
    const running = await livingSessions(place);
    const record = await readRecord(folder, device);
    record.opened++;
    record.peak = Math.max(record.peak, running + 1);
    const refused = running >= card.sessions || refuseEvery > 0 && record.opened % refuseEvery === 0;
    const lost = !refused && loseEvery > 0 && record.opened % loseEvery === 0;
    if (refused) record.refused++;
    if (lost) record.lost++;
    await Deno.writeTextFile(join(folder, `${fileName(device)}.record`), JSON.stringify(record));
    if (refused) return { outcome: "refused", close: async () => {} };
    const mine = join(place, String(Deno.pid));
    await Deno.writeTextFile(mine, "");
    return { outcome: lost ? "lost" : "works", close: () => Deno.remove(mine).catch(() => {}) };
  } finally {
    lock.close();
  }
}

/** Returns the number of sessions. A driver also ends the sessions of killed processes. */
async function livingSessions(place: string): Promise<number> {
  let living = 0;
  for await (const { name } of Deno.readDir(place)) {
    const state = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    if (state !== "" && !/\) Z /.test(state)) living++;
    else await Deno.remove(join(place, name)).catch(() => {});
  }
  return living;
}
