/** Programs and the folder of generated files, as every part of the damage suite needs them. */

/** Runs a program to its end and answers what it wrote. Throws with its messages when it fails. */
export async function run(program: string, args: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  // mkvmerge and mkvpropedit end with 1 after a warning.
  const worst = program.startsWith("mkv") ? 1 : 0;
  if (code > worst) {
    const text = new TextDecoder();
    const said = `${text.decode(stderr)}${text.decode(stdout.subarray(0, 4000))}`;
    throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${said}`);
  }
  return stdout;
}

/** Runs ffmpeg with the options that every call shares. */
export const ffmpeg = (...args: string[]): Promise<Uint8Array<ArrayBuffer>> =>
  run("ffmpeg", ["-v", "error", "-hide_banner", "-nostdin", "-y", ...args]);

/** Runs ffprobe and reads its JSON. */
export async function ffprobe(path: string, ...args: string[]): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await run("ffprobe", ["-v", "error", ...args, "-of", "json", `file:${path}`]));
  return JSON.parse(text);
}

/** Calls `work` for every item, at most `lanes` at a time. */
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
