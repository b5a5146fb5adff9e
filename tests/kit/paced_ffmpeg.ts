import { join } from "node:path";
import { findProgram } from "../../build/needs.ts";

/**
 * Puts into `folder` an `ffmpeg` that reads what it encodes at `pace` times the speed of playback, so that an encode lasts as
 * long on every machine. Encodes are known by their `-y … -progress`; everything else runs as ever, or as slowly with `all`
 * that tells its progress. Resolves with its path.
 */
export async function makePacedFfmpeg(folder: string, pace: number, { all = false } = {}): Promise<string> {
  const path = join(folder, "ffmpeg");
  const real = findProgram("ffmpeg");
  if (real === undefined) throw new Error("ffmpeg is missing; run `deno task setup`.");
  const script = [
    "#!/bin/sh",
    // What only joins parts encodes nothing.
    `case " $* " in *" -f concat "*) exec '${real}' "$@" ;; esac`,
    `case " $* " in *"${all ? "" : " -y "}"*" -progress "*) ;; *) exec '${real}' "$@" ;; esac`,
    "for word do",
    "  shift",
    `  [ "$word" = -i ] && set -- "$@" -readrate ${pace}`,
    '  set -- "$@" "$word"',
    "done",
    `exec '${real}' "$@"`,
  ];
  await Deno.writeTextFile(path, `${script.join("\n")}\n`, { mode: 0o755 });
  return path;
}

/** The environment of a service that finds the paced ffmpeg of `folder` before any other. */
export async function pacedEnv(folder: string, pace: number, options?: { all: boolean }): Promise<{ PATH: string }> {
  await makePacedFfmpeg(folder, pace, options);
  return { PATH: `${folder}:${Deno.env.get("PATH") ?? ""}` };
}
