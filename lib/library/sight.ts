import { inLanes } from "../kit/lanes.ts";
import { isFile } from "../kit/look.ts";
import { atMost } from "../kit/patience.ts";

/** Tells which files this machine can open. */
export interface Sight {
  /**
   * For each path whether there is a file. What the disks do not say within `patienceMs` is as it was seen last, and
   * visible when it never was. `fresh`: nothing that was seen before is taken for granted.
   */
  visible(paths: string[], options: { patienceMs: number; fresh?: boolean }): Promise<boolean[]>;
}

const LANES = 32;
/** A disk that hangs gets no more questions than this. */
const OPEN_MOST = 256;
const KEPT_MOST = 50_000;

/** Looks at files, a limited number at a time; what was there once is not looked for again in lists. */
export function createSight(there: (path: string) => Promise<boolean> = isFile): Sight {
  const known = new Map<string, boolean>();
  const looking = new Map<string, Promise<void>>();

  async function look(path: string): Promise<void> {
    const running = looking.get(path);
    if (running !== undefined || looking.size >= OPEN_MOST) return await running;
    const work = there(path).then((visible) => {
      if (known.size >= KEPT_MOST) known.clear();
      known.set(path, visible);
    }).finally(() => looking.delete(path));
    looking.set(path, work);
    await work;
  }

  return {
    async visible(paths, { patienceMs, fresh = false }) {
      const open = fresh ? paths : paths.filter((path) => known.get(path) !== true);
      if (open.length > 0) await atMost(patienceMs, inLanes(open, LANES, look));
      return paths.map((path) => known.get(path) ?? true);
    },
  };
}
