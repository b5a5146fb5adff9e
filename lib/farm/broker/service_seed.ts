import { createUser, fromSeed } from "@nats-io/nkeys";
import { writeFileAtomic } from "../../kit/atomic_file.ts";

/**
 * Returns the seed of the key with which this service logs in to Lathe's NATS server. It is stored, so that a server
 * that is still running from a previous run accepts it.
 */
export async function serviceSeed(path: string): Promise<Uint8Array> {
  const known = await Deno.readFile(path).catch(() => undefined);
  try {
    if (known !== undefined) {
      fromSeed(known);
      return known;
    }
  } catch {
    // A damaged key is replaced, because nothing else depends on it.
  }
  const seed = createUser().getSeed();
  await writeFileAtomic(path, seed).catch((cause: unknown) => {
    // The original message contains the name of a temporary file, which differs for each attempt.
    const reason = cause instanceof Error ? cause.name : String(cause);
    throw new Error(`${path} cannot be written (${reason})`, { cause });
  });
  return seed;
}
