import { createUser, fromSeed } from "@nats-io/nkeys";
import { writeFileAtomic } from "../../kit/atomic_file.ts";

/** Our own key at our own server; kept, so that a server that outlived us knows us. */
export async function serviceSeed(path: string): Promise<Uint8Array> {
  const known = await Deno.readFile(path).catch(() => undefined);
  try {
    if (known !== undefined) {
      fromSeed(known);
      return known;
    }
  } catch {
    // A damaged one is made anew: nothing else depends on it.
  }
  const seed = createUser().getSeed();
  await writeFileAtomic(path, seed).catch((cause: unknown) => {
    // The error itself names a temporary file, another one at each try.
    const reason = cause instanceof Error ? cause.name : String(cause);
    throw new Error(`${path} cannot be written (${reason})`, { cause });
  });
  return seed;
}
