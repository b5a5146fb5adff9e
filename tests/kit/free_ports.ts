/** Below the range from which Linux gives chance ports (`net.ipv4.ip_local_port_range`, 32768 and up by default). */
const FIRST = 20_000;
const COUNT = 12_000;

/**
 * Ports of loopback that nobody has, each another. They lie outside of the range of chance ports, so no connection
 * and no server of the tests that run beside takes one before the test does.
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

/** One such port. */
export const freePort = (): number => freePorts(1)[0] as number;

function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "0.0.0.0", port }).close();
    return true;
  } catch {
    return false;
  }
}
