import type { DiscFiles, RandomAccess } from "../files/model.ts";
import { DiscFault } from "../files/model.ts";
import type { Protection } from "../model.ts";
import { PACKET_BYTES } from "./clip_info.ts";

/**
 * Size of an AACS encryption unit in bytes. Clips are encrypted in units of 32 packets (Advanced Access Content System,
 * Blu-ray Disc Pre-recorded Book, chapter 3). The first 16 bytes of a unit are not encrypted, and the upper two bits of
 * each packet's first byte are set.
 */
const UNIT_BYTES = 6144;
const SYNC_BYTE = 0x47;
/**
 * Number of clips to inspect, longest first. They are the main content. On a protected disc, menus may not be
 * encrypted.
 */
const CLIPS_TO_TRY = 4;
const PLACES_TO_TRY = [0, 1 / 3, 2 / 3];

/**
 * Determines the disc's protection from its clips. Decrypted backups still contain the folders that indicate a
 * protection, so key files are considered only if there is no clip to inspect.
 */
export async function findProtection(
  files: DiscFiles,
  clips: { name: string; size: number }[],
  signal?: AbortSignal,
): Promise<Protection | undefined> {
  const longest = clips.filter(({ size }) => size >= UNIT_BYTES).sort((a, b) => b.size - a.size).slice(0, CLIPS_TO_TRY);
  const hasVirtualMachine = (await files.list("BDSVM")).some(({ name }) => /\.svm$/i.test(name));
  for (const { name } of longest) {
    signal?.throwIfAborted();
    if (!await isScrambled(files, `BDMV/STREAM/${name}`)) continue;
    const evidence = `The packets of ${name} are encrypted` +
      (hasVirtualMachine ? ", and the BDSVM folder contains the program that players use to repair them." : ".");
    return { kind: hasVirtualMachine ? "bdplus" : "aacs", evidence };
  }
  if (longest.length > 0 || !(await files.list("AACS")).some(({ name }) => /^unit_key_ro\.inf$/i.test(name))) return;
  return {
    kind: "aacs",
    evidence: "The AACS folder contains the file Unit_Key_RO.inf, and there is no clip to check.",
  };
}

async function isScrambled(files: DiscFiles, path: string): Promise<boolean> {
  const clip = await files.open(path);
  if (!clip) return false;
  try {
    for (const place of PLACES_TO_TRY) if (await isUnitScrambled(clip, place)) return true;
    return false;
  } finally {
    await clip.close();
  }
}

async function isUnitScrambled(clip: RandomAccess, place: number): Promise<boolean> {
  const offset = Math.floor(clip.size * place / UNIT_BYTES) * UNIT_BYTES;
  const unit = await clip.read(offset, UNIT_BYTES).catch((error) => {
    if (error instanceof DiscFault) return new Uint8Array();
    throw error;
  });
  if (unit.length < UNIT_BYTES || ((unit[0] ?? 0) & 0xc0) === 0) return false;
  // Some programs decrypt the packets but do not clear these bits. Each packet then still starts with its sync byte.
  let lost = 0;
  for (let at = PACKET_BYTES; at < UNIT_BYTES; at += PACKET_BYTES) if (unit[at + 4] !== SYNC_BYTE) lost++;
  return lost > 16;
}
