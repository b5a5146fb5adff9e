/** Range below the ephemeral ports of Linux (`net.ipv4.ip_local_port_range`, which starts at 32768 by default). */
const FIRST = 20_000;
const COUNT = 12_000;

/**
 * Returns distinct free loopback ports. The ports are outside the ephemeral range, so that no connection or server of a
 * concurrent test can occupy them first.
 */
export function freePorts(count: number): number[] {
  const free: number[] = [];
  for (let tries = 0; free.length < count && tries < 1_000; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (!free.includes(port) && isFree(port)) free.push(port);
  }
  if (free.length < count) throw new Error(`fewer than ${count} ports from ${FIRST} on are free`);
  return free;
}

/** Returns a single free port. */
export const freePort = (): number => freePorts(1)[0] as number;

function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "0.0.0.0", port }).close();
    return true;
  } catch {
    return false;
  }
}
