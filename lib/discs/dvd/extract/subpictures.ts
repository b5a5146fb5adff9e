/** Assembles the subtitle subpictures (SPU) of one stream from its packs, and counts the forced subpictures. */
export interface SubpictureCounter {
  /** Adds the payload of a pack without the substream number. `starts` is true if the pack has a timestamp. */
  push(payload: Uint8Array, starts: boolean): void;
  /** Returns the number of complete subpictures, and how many of them are displayed even if subtitles are turned off. */
  counts(): { subpictures: number; forced: number };
}

/** Creates a counter of subpictures. The size of a subpicture is a 16-bit number, which limits the buffer. */
export function createSubpictureCounter(): SubpictureCounter {
  let subpicture = new Uint8Array();
  let have = 0;
  let [subpictures, forced] = [0, 0];
  return {
    push(payload, starts) {
      if (starts) {
        subpicture = new Uint8Array(payload.length < 2 ? 0 : (payload[0] ?? 0) << 8 | (payload[1] ?? 0));
        have = 0;
      }
      if (have >= subpicture.length) return;
      const part = payload.subarray(0, subpicture.length - have);
      subpicture.set(part, have);
      have += part.length;
      if (have < subpicture.length) return;
      subpictures++;
      if (isForced(subpicture)) forced++;
    },
    counts: () => ({ subpictures, forced }),
  };
}

const FORCED_START = 0x00;
/** Number of bytes that follow each command of a control sequence. Command 7 contains its own length. */
const PARAMETERS: Record<number, number> = { 0: 0, 1: 0, 2: 0, 3: 2, 4: 2, 5: 6, 6: 4 };

/** True if one of a subpicture's control sequences contains the command for forced display (FSTA_DSP). Pure. */
export function isForced(subpicture: Uint8Array): boolean {
  const u16 = (at: number) => (subpicture[at] ?? 0) << 8 | (subpicture[at + 1] ?? 0);
  for (let at = u16(2); at + 4 <= subpicture.length;) {
    for (let command = at + 4; command < subpicture.length;) {
      const code = subpicture[command] ?? 0xff;
      if (code === FORCED_START) return true;
      const size = code === 7 ? Math.max(2, u16(command + 1)) : PARAMETERS[code];
      if (size === undefined) break;
      command += 1 + size;
    }
    const next = u16(at + 2);
    // The last sequence refers to itself as the next one. A sequence that points backwards would cause an endless loop.
    if (next <= at) return false;
    at = next;
  }
  return false;
}
