import { codecName } from "../../plan/words.ts";
import type { StreamHeader } from "../packets/headers.ts";
import type { Evidence, Findings } from "../model.ts";
import type { PacketList } from "../packets/packets.ts";

/** Compares fonts and covers by name, size and checksum. */

interface Attachment {
  index: number;
  /** File name of the attachment. Empty if the container does not store one. */
  name: string;
  bytes: number;
  checksum: string;
  /** True for an image that ffmpeg exposes as a video stream. */
  asVideo: boolean;
  codec: string;
  /** True if the attachment is marked as a font. */
  font: boolean;
}

/** Returns a tag of a stream by its lowercase name. */
const tag = ({ tags }: StreamHeader, name: string): string =>
  Object.entries(tags).find(([key]) => key.toLowerCase() === name)?.[1] ?? "";

async function readAttachments(evidence: Evidence, path: string): Promise<Attachment[] | undefined> {
  const streams = await evidence.headers(path);
  return streams?.filter((stream) => stream.codec_type === "attachment" || stream.disposition.attached_pic === 1)
    .map((stream) => ({
      index: stream.index,
      name: tag(stream, "filename"),
      bytes: stream.codec_type === "attachment" ? stream.extradata_size : 0,
      checksum: stream.codec_type === "attachment" ? stream.extradata_hash : "",
      asVideo: stream.codec_type !== "attachment",
      codec: stream.codec_name,
      font: /font|truetype|opentype/i.test(tag(stream, "mimetype")),
    }));
}

/** Checks that every planned attachment is present, byte for byte. */
export async function checkAttachments(evidence: Evidence): Promise<Findings> {
  const { plan, probe, path, packets } = evidence;
  const [source, result] = await Promise.all([
    readAttachments(evidence, probe.path),
    readAttachments(evidence, path),
  ]);
  if (!source || !result) return { problems: [], unmade: "The attachments could not be listed." };
  const sized = (all: Attachment[], side: "source" | "result") =>
    all.map((one) => one.asVideo ? { ...one, ...coverData(packets?.[side], one.index) } : one);
  const left = sized(result, "result");
  const problems: string[] = [];
  for (const wanted of sized(source, "source").filter(({ index }) => plan.attachments.includes(index))) {
    const fits = (one: Attachment) =>
      one.bytes === wanted.bytes && one.checksum === wanted.checksum && (one.font || !wanted.font);
    const name = wanted.name || codecName(wanted.codec);
    const i = left.findIndex((one) => fits(one) && (wanted.name === "" || one.name === wanted.name));
    const only = left.findIndex((one) => wanted.name !== "" && one.name === wanted.name);
    // Only Matroska stores names for covers.
    const nameless = left.findIndex((one) => fits(one) && (one.name === "" || wanted.asVideo));
    const found = i >= 0 ? i : nameless;
    if (found >= 0) left.splice(found, 1);
    else if (only >= 0) problems.push(`The attachment ${name} does not match the source.`);
    else problems.push(`The attachment ${name} is missing.`);
  }
  if (problems.length === 0 && left.length > 0) {
    problems.push(`There are ${left.length} unplanned attachments.`);
  }
  return { problems, text: `${plan.attachments.length} attachments match byte for byte` };
}

function coverData(packets: PacketList | undefined, index: number): { bytes: number; checksum: string } {
  const still = packets?.stills.get(index);
  const track = packets?.tracks.get(index);
  return {
    bytes: still?.bytes ?? track?.bytes ?? 0,
    checksum: String(still?.checksum ?? track?.checksums[0] ?? ""),
  };
}
