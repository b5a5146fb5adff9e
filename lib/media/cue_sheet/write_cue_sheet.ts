import { timeOf } from "./cue_words.ts";
import type { CueRemark, CueSheet, CueTrack } from "./model.ts";

/**
 * Formats a sheet, with CRLF line ends as other programs use. `readCueSheet` parses the UTF-8 encoded text to the same
 * sheet.
 */
export function writeCueSheet(sheet: CueSheet): string {
  const lines = [
    ...sheet.remarks.map(remarkLine),
    ...(sheet.catalog === undefined ? [] : [`CATALOG ${sheet.catalog}`]),
    ...(sheet.cdTextFile === undefined ? [] : [`CDTEXTFILE ${quoted(sheet.cdTextFile)}`]),
    ...namesOf(sheet),
  ];
  let current = -1;
  for (const track of sheet.tracks) {
    const [first] = track.indexes;
    const switchTo = (file: number): string[] => {
      const named = sheet.files[file];
      if (file === current || named === undefined) return [];
      current = file;
      return [`FILE ${quoted(named.name)} ${named.type}`];
    };
    lines.push(...(first === undefined ? [] : switchTo(first.file)), ...headOf(track));
    for (const { number, frame, file } of track.indexes) {
      lines.push(...switchTo(file), `    INDEX ${twoDigits(number)} ${timeOf(frame)}`);
    }
    if (track.postgap !== undefined) lines.push(`    POSTGAP ${timeOf(track.postgap)}`);
  }
  return lines.map((line) => `${line}\r\n`).join("");
}

function headOf(track: CueTrack): string[] {
  return [
    `  TRACK ${twoDigits(track.number)} ${track.mode}`,
    ...[
      ...namesOf(track),
      ...track.remarks.map(remarkLine),
      ...(track.isrc === undefined ? [] : [`ISRC ${track.isrc}`]),
      ...(track.flags.length === 0 ? [] : [`FLAGS ${track.flags.join(" ")}`]),
      ...(track.pregap === undefined ? [] : [`PREGAP ${timeOf(track.pregap)}`]),
    ].map((line) => `    ${line}`),
  ];
}

const namesOf = ({ title, performer, songwriter }: Pick<CueTrack, "title" | "performer" | "songwriter">): string[] =>
  Object.entries({ PERFORMER: performer, SONGWRITER: songwriter, TITLE: title })
    .flatMap(([command, value]) => value === undefined ? [] : [`${command} ${quoted(value)}`]);

const remarkLine = ({ name, value }: CueRemark): string =>
  `REM ${name}${value === "" ? "" : ` ${/^[\w.:/+-]+$/.test(value) ? value : quoted(value)}`}`;

/**
 * Quotes a text. The format has no escapes, so inner quotes are kept, because the last quote ends the text. Line breaks
 * become spaces.
 */
const quoted = (text: string): string => `"${text.replace(/[\r\n]+/g, " ")}"`;

const twoDigits = (number: number): string => String(number).padStart(2, "0");
