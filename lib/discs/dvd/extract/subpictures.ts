/** Puts the subtitle pictures (SPU) of one stream together from its packs, and asks each whether it is forced. */
export interface SubpictureCounter {
  /** Payload of a pack behind the number of the substream; `starts` when the pack has a time. */
  push(payload: Uint8Array, starts: boolean): void;
  /** Pictures that were whole, and how many of them are shown even with subtitles turned off. */
  counts(): { pictures: number; forced: number };
}

/** A picture names its size in 16 bits, so more is never held. */
export function createSubpictureCounter(): SubpictureCounter {
  let picture = new Uint8Array();
  let have = 0;
  let [pictures, forced] = [0, 0];
  return {
    push(payload, starts) {
      if (starts) {
        picture = new Uint8Array(payload.length < 2 ? 0 : (payload[0] ?? 0) << 8 | (payload[1] ?? 0));
        have = 0;
      }
      if (have >= picture.length) return;
      const part = payload.subarray(0, picture.length - have);
      picture.set(part, have);
      have += part.length;
      if (have < picture.length) return;
      pictures++;
      if (isForced(picture)) forced++;
    },
    counts: () => ({ pictures, forced }),
  };
}

const FORCED_START = 0x00;
/** Bytes that follow each command of a control sequence; command 7 says so itself. */
const PARAMETERS: Record<number, number> = { 0: 0, 1: 0, 2: 0, 3: 2, 4: 2, 5: 6, 6: 4 };

/** Whether one of a picture's control sequences has the command that shows it in any case (FSTA_DSP). Pure. */
export function isForced(picture: Uint8Array): boolean {
  const u16 = (at: number) => (picture[at] ?? 0) << 8 | (picture[at + 1] ?? 0);
  for (let at = u16(2); at + 4 <= picture.length;) {
    for (let command = at + 4; command < picture.length;) {
      const code = picture[command] ?? 0xff;
      if (code === FORCED_START) return true;
      const size = code === 7 ? Math.max(2, u16(command + 1)) : PARAMETERS[code];
      if (size === undefined) break;
      command += 1 + size;
    }
    const next = u16(at + 2);
    // The last sequence names itself as the next; one that goes back would never end.
    if (next <= at) return false;
    at = next;
  }
  return false;
}
