/** External programs and the cache folder for generated files, shared by the damage suite. */

/** Runs a program to completion and returns its output. Throws its error output if it fails. */
export async function run(program: string, args: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  // mkvmerge and mkvpropedit exit with code 1 after a warning.
  const worst = program.startsWith("mkv") ? 1 : 0;
  if (code > worst) {
    const text = new TextDecoder();
    const said = `${text.decode(stderr)}${text.decode(stdout.subarray(0, 4000))}`;
    throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${said}`);
  }
  return stdout;
}

/** Runs ffmpeg with the options common to all calls. */
export const ffmpeg = (...args: string[]): Promise<Uint8Array<ArrayBuffer>> =>
  run("ffmpeg", ["-v", "error", "-hide_banner", "-nostdin", "-y", ...args]);

/** Runs ffprobe and parses its JSON. */
export async function ffprobe(path: string, ...args: string[]): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await run("ffprobe", ["-v", "error", ...args, "-of", "json", `file:${path}`]));
  return JSON.parse(text);
}

/** Calls `work` for every item, at most `lanes` concurrently. */
export async function inParallel<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(Array.from({ length: Math.max(1, lanes) }, async () => {
    for (const item of waiting) await work(item);
  }));
}
