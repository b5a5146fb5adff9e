/** Two connected network namespaces: a server with a public address and a remote client. */
export interface FarNetwork extends AsyncDisposable {
  /** Address of the server, from a documentation range that is never treated as local. */
  address: string;
  /** Prefix of a command that runs in the namespace of the server or the client. */
  server: string[];
  caller: string[];
}

/** Opens the network. Requires root, `ip`, and kernel support. Returns undefined if a requirement is missing. */
export async function openFarNetwork(): Promise<FarNetwork | undefined> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return undefined;
  const [server, caller] = [`lathe-s-${Deno.pid}`, `lathe-c-${Deno.pid}`];
  const address = "203.0.113.1";
  const close = async () => {
    for (const name of [server, caller]) await ip("netns", "del", name);
  };
  const steps = [
    ["netns", "add", server],
    ["netns", "add", caller],
    ["-n", server, "link", "add", "veth0", "type", "veth", "peer", "name", "veth0", "netns", caller],
    ["-n", server, "addr", "add", `${address}/24`, "dev", "veth0"],
    ["-n", caller, "addr", "add", "203.0.113.2/24", "dev", "veth0"],
    ...[server, caller].flatMap((name) => [
      ["-n", name, "link", "set", "veth0", "up"],
      ["-n", name, "link", "set", "lo", "up"],
    ]),
  ];
  for (const step of steps) {
    if (await ip(...step)) continue;
    await close();
    return undefined;
  }
  const inside = (name: string) => ["ip", "netns", "exec", name];
  return { address, server: inside(server), caller: inside(caller), [Symbol.asyncDispose]: close };
}

/** A network namespace from which only one address of this machine is reachable. */
export interface LonelyNetwork extends AsyncDisposable {
  /** Address of this machine within the namespace. */
  address: string;
  /** Prefix of a command that runs in the namespace. */
  inside: string[];
}

/**
 * Opens the network, with the requirements of `openFarNetwork`. `number` distinguishes the namespaces of one test, 0 to
 * 60.
 */
export async function openLonelyNetwork(number: number): Promise<LonelyNetwork | undefined> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return undefined;
  const name = `lathe-a${number}-${Deno.pid}`;
  // The addresses are from the benchmarking range. The third octet differs in concurrent tests.
  const place = (last: number) => `198.18.${Deno.pid % 250}.${number * 4 + last}`;
  const near = `la${number}-${Deno.pid}`.slice(0, 15);
  // This also removes the local end of the veth pair.
  const close = async () => void await ip("netns", "del", name);
  const steps = [
    ["netns", "add", name],
    ["link", "add", near, "type", "veth", "peer", "name", "veth0", "netns", name],
    ["addr", "add", `${place(1)}/30`, "dev", near],
    ["-n", name, "addr", "add", `${place(2)}/30`, "dev", "veth0"],
    ["link", "set", near, "up"],
    ["-n", name, "link", "set", "veth0", "up"],
    ["-n", name, "link", "set", "lo", "up"],
  ];
  for (const step of steps) {
    if (await ip(...step)) continue;
    await close();
    return undefined;
  }
  return { address: place(1), inside: ["ip", "netns", "exec", name], [Symbol.asyncDispose]: close };
}

async function ip(...args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command("ip", { args, stdin: "null", stdout: "null", stderr: "null" }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
