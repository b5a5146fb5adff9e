import type { Rip } from "../../../../lib/discs/rip_schema.ts";
import type { DiscTitle } from "../../../../lib/discs/title_schema.ts";

/** Reasons why a title is not selected automatically. Each is a badge. */
export function TitleMarks({ rip, title }: { rip: Rip; title: DiscTitle }) {
  return (
    <>
      {marksOf(rip, title).map(({ label, why }) => (
        <span key={label} class="badge" data-tone="warn" title={why}>
          {label}
          <span class="visually-hidden">{`: ${why}`}</span>
        </span>
      ))}
    </>
  );
}

function marksOf({ duplicateOf }: Rip, { id, flags, short }: DiscTitle): { label: string; why: string }[] {
  const first = duplicateOf[String(id)];
  const marks = {
    playAll: { label: "Play all", why: "It is as long as several other titles combined." },
    duplicate: {
      label: first === undefined ? "Duplicate" : `Same as title ${first + 1}`,
      why: "It plays the same segments, or has the same length and size.",
    },
    obfuscated: {
      label: "Look-alike",
      why: "One of many long titles of nearly the same length, most of which play segments out of order.",
    },
    specialOrExtra: {
      label: "Special or extra?",
      why: "Its episode number is higher than the last episode of the season.",
    },
  };
  return [
    ...flags.map((flag) => marks[flag]),
    ...(short === true
      ? [{ label: "Short", why: "It is shorter than the minimum title length in the settings." }]
      : []),
  ];
}

/** Returns the languages of one type of track, without duplicates. */
export const languagesOf = (tracks: readonly { language: string; languageName?: string }[]): string[] => [
  ...new Set(tracks.map(({ language, languageName }) => languageName ?? (language === "und" ? "unknown" : language))),
];

/** Types of extras: internal name and display name. */
export const EXTRAS = [
  ["none", "Disc name"],
  ["op", "Opening"],
  ["ed", "Ending"],
  ["extra", "Extra"],
  ["ova", "OVA"],
  ["special", "Special"],
  ["custom", "Custom name"],
] as const;
