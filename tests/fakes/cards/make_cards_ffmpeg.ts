import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FFMPEG } from "../../kit/ffmpeg.ts";
import { type CardRecord, type CardsConfig, readRecord } from "./sessions.ts";

const PROGRAM = fileURLToPath(new URL("cards_ffmpeg.ts", import.meta.url));

/** An ffmpeg with stand-ins for graphics cards. */
export interface CardsFfmpeg {
  path: string;
  /** Changes the cards and their faults for later encodes. */
  configure(change: Partial<CardsConfig>): Promise<void>;
  record(device: string): Promise<CardRecord>;
}

/**
 * Creates an `ffmpeg` in `folder` whose hardware encoders work. It counts encodes of the CPU as those of the GPU `cpu`.
 * Calls that encode no video run the real ffmpeg directly.
 */
export async function makeCardsFfmpeg(folder: string, config: Partial<CardsConfig>): Promise<CardsFfmpeg> {
  const path = join(folder, "ffmpeg");
  let current: CardsConfig = { cards: {}, refuseEvery: 0, loseEvery: 0, ...config };
  const write = async () => {
    const partial = join(folder, `cards.${crypto.randomUUID()}`);
    await Deno.writeTextFile(partial, JSON.stringify(current));
    await Deno.rename(partial, join(folder, "cards.json"));
  };
  await write();
  const script = [
    "#!/bin/sh",
    `case " $* " in *_nvenc*|*_qsv*|*_vaapi*|*" -encoders "*|*" -hwaccels "*|*" -c:v:0 libx26"*)`,
    `  exec '${Deno.execPath()}' run -q -A --no-check --no-config --no-lock '${PROGRAM}' '${folder}' '${FFMPEG}' "$@" ;;`,
    "esac",
    `exec '${FFMPEG}' "$@"`,
  ];
  await Deno.writeTextFile(path, `${script.join("\n")}\n`, { mode: 0o755 });
  return {
    path,
    async configure(change) {
      current = { ...current, ...change };
      await write();
    },
    record: (device) => readRecord(folder, device),
  };
}
