/** The text half of DVD subtitles (`.idx`). Pure. */

export interface VobSubTrack {
  /** ISO 639-1 as written; `--` when unknown. */
  language: string;
  index: number;
  /** When each subtitle starts, and where its packet lies in the `.sub`. */
  cues: { atSeconds: number; position: number }[];
}

/** The parts of an `.idx` file that its `.sub` file needs to be read. */
export interface VobSubIndex {
  /** Sixteen colours as R, G, B. */
  palette: number[][];
  /** Lines of the film's picture. */
  height: number;
  tracks: VobSubTrack[];
}

/** Reads an index; lines that mean nothing are passed over. */
export function readVobSubIndex(text: string): VobSubIndex {
  const index: VobSubIndex = { palette: [], height: 576, tracks: [] };
  let delay = 0;
  for (const line of text.split(/\r?\n/)) {
    const [, key = "", value = ""] = /^\s*([a-z ]+?)\s*:\s*(.*)$/i.exec(line) ?? [];
    const track = index.tracks.at(-1);
    switch (key.toLowerCase()) {
      case "palette":
        index.palette = value.split(",").slice(0, 16).map((colour) => {
          const number = parseInt(colour.trim(), 16) || 0;
          return [number >> 16 & 255, number >> 8 & 255, number & 255];
        });
        break;
      case "size":
        index.height = Number(/x(\d+)/.exec(value)?.[1]) || index.height;
        break;
      case "id": {
        const [, language = "--", number = "0"] = /^(\S+?)\s*(?:,\s*index:\s*(\d+))?$/.exec(value.trim()) ?? [];
        index.tracks.push({ language, index: Number(number), cues: [] });
        delay = 0;
        break;
      }
      case "delay":
        delay += stampOf(value) ?? 0;
        break;
      case "timestamp": {
        const [stamp = "", place = ""] = value.split(/,\s*filepos:\s*/i);
        const at = stampOf(stamp);
        const position = parseInt(place, 16);
        if (track && at !== undefined && Number.isFinite(position)) {
          track.cues.push({ atSeconds: at + delay, position });
        }
        break;
      }
    }
  }
  return index;
}

/** `00:00:12:480`, also with a sign, in seconds. */
function stampOf(text: string): number | undefined {
  const found = /^\s*(-?)(\d+):(\d+):(\d+)[:.](\d+)/.exec(text);
  if (!found) return undefined;
  const [, sign, h, m, s, ms] = found;
  const seconds = Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 1000;
  return sign === "-" ? -seconds : seconds;
}
