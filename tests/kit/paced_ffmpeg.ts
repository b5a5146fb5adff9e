import { join } from "node:path";
import { FFMPEG } from "./ffmpeg.ts";

/**
 * Creates an `ffmpeg` in `folder` that reads its inputs at `pace` times playback speed, so that an encode takes equally
 * long on every machine. Encodes are recognized by `-y … -progress`. Other calls run at full speed. With `all`, every
 * call that reports progress is slowed. Tests may change the file `pace` in the folder for later encodes. Resolves with
 * the path.
 */
export async function makePacedFfmpeg(folder: string, pace: number, { all = false } = {}): Promise<string> {
  const path = join(folder, "ffmpeg");
  const script = [
    "#!/bin/sh",
    // Joining segments does not encode, so it runs at full speed.
    `case " $* " in *" -f concat "*) exec '${FFMPEG}' "$@" ;; esac`,
    `case " $* " in *"${all ? "" : " -y "}"*" -progress "*) ;; *) exec '${FFMPEG}' "$@" ;; esac`,
    "for word do",
    "  shift",
    `  [ "$word" = -i ] && set -- "$@" -readrate "$(cat '${folder}/pace')"`,
    '  set -- "$@" "$word"',
    "done",
    `exec '${FFMPEG}' "$@"`,
  ];
  await Deno.writeTextFile(join(folder, "pace"), String(pace));
  await Deno.writeTextFile(path, `${script.join("\n")}\n`, { mode: 0o755 });
  return path;
}

/** Returns the environment of a service that uses the paced ffmpeg in `folder`. */
export async function pacedEnv(folder: string, pace: number, options?: { all: boolean }): Promise<{ PATH: string }> {
  await makePacedFfmpeg(folder, pace, options);
  return { PATH: `${folder}:${Deno.env.get("PATH") ?? ""}` };
}
