/** Parses the output of udev and blkid for a disc. Pure. */

/** Information about a disc in a drive. */
export interface MediaFacts {
  /** True if there is a disc. Absent if the source does not report this. */
  present?: boolean;
  label?: string;
  uuid?: string;
  /** Number of audio tracks on an audio CD. */
  audioTracks?: number;
}

/**
 * Parses udev's record of a drive (`/run/udev/data/b11:0`, where `E:` lines are properties). `ID_CDROM_MEDIA` is
 * present while there is a disc. Undefined without `ID_CDROM`, which udev sets for every optical drive once it fills in
 * the record.
 */
export function readUdevRecord(text: string): MediaFacts | undefined {
  const facts = new Map(
    text.split("\n").flatMap((line): [string, string][] => {
      const [, key, value] = /^E:([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value]];
    }),
  );
  if (!facts.has("ID_CDROM")) return undefined;
  if (facts.get("ID_CDROM_MEDIA") !== "1") return { present: false };
  const encoded = facts.get("ID_FS_LABEL_ENC");
  return {
    present: true,
    audioTracks: Number(facts.get("ID_CDROM_MEDIA_TRACK_COUNT_AUDIO") ?? 0),
    ...labelled(encoded && decodeUdevName(encoded)),
    ...known("uuid", facts.get("ID_FS_UUID")),
  };
}

/** Parses `blkid -o export`: `KEY=value` lines, in which `\` escapes characters that are special to a shell. */
export function readBlkid(text: string): MediaFacts {
  const value = (key: string): string | undefined => {
    const line = text.split("\n").find((one) => one.startsWith(`${key}=`));
    return line?.slice(key.length + 1).replace(/\\(.)/gs, "$1");
  };
  return { ...labelled(value("LABEL")), ...known("uuid", value("UUID")) };
}

/** Decodes a name from udev, which encodes bytes outside a short list of characters as `\x20`. */
function decodeUdevName(text: string): string {
  const bytes: number[] = [];
  for (const [piece, hex] of text.matchAll(/\\x([0-9a-f]{2})|[^]/gi)) {
    if (hex !== undefined) bytes.push(parseInt(hex, 16));
    else bytes.push(...new TextEncoder().encode(piece));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

const labelled = (label: string | undefined) => known("label", label && plainLabel(label));

/** Converts a label to one line and truncates it to the maximum length of a record. Labels are untrusted bytes. */
export const plainLabel = (label: string): string =>
  label.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim().slice(0, 200).trim();

const known = <K extends "label" | "uuid">(key: K, value: string | undefined): { [_ in K]?: string } =>
  value === undefined || value === "" ? {} : { [key]: value } as { [_ in K]: string };
