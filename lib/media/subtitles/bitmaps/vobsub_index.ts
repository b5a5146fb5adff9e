/** Reads the index of DVD subtitles (`.idx`). Pure. */

export interface VobSubTrack {
  /** ISO 639-1 as written in the file. `--` if unknown. */
  language: string;
  index: number;
  /** Start of each subtitle, and position of its packet in the `.sub` file. */
  cues: { atSeconds: number; position: number }[];
}

/** The parts of an `.idx` file that are needed to read the `.sub` file. */
export interface VobSubIndex {
  /** Palette of the subtitles: sixteen RGB colours. */
  palette: number[][];
  /** Height of the video frame in lines. */
  height: number;
  tracks: VobSubTrack[];
}

/** Parses an index. Unknown lines are ignored. */
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

/** Converts `00:00:12:480`, with an optional sign, to seconds. */
function stampOf(text: string): number | undefined {
  const found = /^\s*(-?)(\d+):(\d+):(\d+)[:.](\d+)/.exec(text);
  if (!found) return undefined;
  const [, sign, h, m, s, ms] = found;
  const seconds = Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 1000;
  return sign === "-" ? -seconds : seconds;
}
