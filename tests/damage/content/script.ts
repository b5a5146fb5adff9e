import type { SpokenLine } from "./programme.ts";

/** Text of speech and subtitles: the same lines at the same times. */

/** A spoken line with its end time, shown as a subtitle. */
export interface Cue extends SpokenLine {
  end: number;
}

const TEXTS = {
  eng: [
    "Good evening. Is this seat taken?",
    "The night train leaves at nine.",
    "I have waited here for seven years.",
    "Did you bring the letter?",
    "Nobody knows that we are here.",
    "Close the door, it is cold outside.",
    "There were three of them on the bridge.",
    "He said he would come back in spring.",
    "You should not have opened it.",
    "Listen. Somebody is on the stairs.",
    "We are not alone on this train.",
    "Give me the lamp and stay behind me.",
    "I never believed a word of it.",
    "That was the last station before the border.",
    "Take the money and go.",
    "My father built this house with his own hands.",
    "They will look for us at the harbour.",
    "Tell her that I was wrong.",
    "It is over now. You can sleep.",
    "The snow has covered all our tracks.",
  ],
  deu: [
    "Guten Abend. Ist dieser Platz noch frei?",
    "Der Nachtzug geht um neun.",
    "Sieben Jahre habe ich hier gewartet.",
    "Haben Sie den Brief dabei?",
    "Niemand weiß, dass wir hier sind.",
    "Mach die Tür zu, draussen ist es kalt.",
    "Zu dritt standen sie auf der Brücke.",
    "Im Frühling wollte er wiederkommen.",
    "Du hättest ihn nicht öffnen sollen.",
    "Hör doch. Da ist jemand im Treppenhaus.",
    "Wir sind nicht allein in diesem Zug.",
    "Gib mir die Lampe und bleib hinter mir.",
    "Kein Wort davon habe ich geglaubt.",
    "Das war der letzte Bahnhof vor der Grenze.",
    "Nimm das Geld und geh.",
    "Mein Vater hat dieses Haus selbst gebaut.",
    "Am Hafen werden sie uns suchen.",
    "Sag ihr, dass ich mich geirrt habe.",
    "Es ist vorbei. Du kannst schlafen.",
    "Der Schnee hat alle Spuren verdeckt.",
  ],
  jpn: [
    "Konbanwa, koko wa aite imasu ka.",
    "Yakou ressha wa kuji ni demasu.",
    "Nana nen mo matte imashita.",
    "Tegami wa motte kimashita ka.",
    "Dare mo shiranai hazu desu.",
    "Doa wo shimete kudasai, samui desu.",
    "Hashi no ue ni san nin imashita.",
    "Haru ni modoru to iimashita.",
    "Akete wa ikenakatta.",
    "Kiite, dareka ga kaidan ni iru.",
  ],
  commentary: [
    "What you see here was shot on the very first day.",
    "We had no permission for the bridge, so we were quick.",
    "The lamp was my idea, and everybody hated it.",
    "This actor had never seen snow before.",
    "The music came half a year later.",
    "That door fell on me twice.",
    "We lost the sound of this scene and did it again.",
    "The producer wanted a dog here.",
    "Look at the left corner, there is our driver.",
    "And that was the last day of shooting.",
  ],
} as const;
export type Speech = keyof typeof TEXTS;

/**
 * Returns the lines of a movie of `seconds`, one every `every` seconds starting at `from`, and none during its break.
 */
export function linesOf(
  speech: Speech,
  seconds: number,
  { every = 3.5, from = 2, pause = [-1, -1] as readonly [number, number] } = {},
): Cue[] {
  const cues: Cue[] = [];
  for (let start = from, n = 0; start + 2.6 < seconds; start += every, n++) {
    const text = TEXTS[speech][n % TEXTS[speech].length] ?? "";
    if (start + 2.5 > pause[0] && start < pause[1]) continue;
    cues.push({ start: Number(start.toFixed(3)), end: Number((start + 2.2).toFixed(3)), text });
  }
  return cues;
}

const clock = (seconds: number, separator: string, digits: number): string => {
  const ms = Math.round(seconds * 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const whole = `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${
    two(Math.floor(ms / 1000) % 60)
  }`;
  return `${whole}${separator}${String(ms % 1000).padStart(3, "0").slice(0, digits)}`;
};

/** Formats the lines as a SubRip file. */
export const srt = (cues: readonly Cue[]): string =>
  cues.map(({ start, end, text }, i) => `${i + 1}\n${clock(start, ",", 3)} --> ${clock(end, ",", 3)}\n${text}\n`).join(
    "\n",
  );

const ASS_HEAD = `[Script Info]
ScriptType: v4.00+
PlayResX: 640
PlayResY: 360

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,DejaVu Serif,32,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,0,2,10,10,20,1
Style: Sign,DejaVu Sans,24,&H0000FFFF,&H000000FF,&H00203040,&H00000000,-1,0,0,0,100,100,0,0,1,2,0,8,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

/** Formats the lines as an ASS script. Every third line is a sign with a separate position. */
export const ass = (cues: readonly Cue[]): string =>
  ASS_HEAD + cues.map(({ start, end, text }, i) => {
    const sign = i % 3 === 2;
    const shown = sign ? `{\\pos(${100 + i * 20},80)\\c&H40C0F0&}${text}` : text;
    const [from, to] = [start, end].map((time) => clock(time, ".", 2).slice(1));
    return `Dialogue: 0,${from},${to},${sign ? "Sign" : "Default"},,0,0,0,,${shown}\n`;
  }).join("");
