/** Two network namespaces of the test's own, wired to each other: a server with a public address and a far caller. */
export interface FarNetwork extends AsyncDisposable {
  /** Address of the server; a documentation address, which no one counts as local. */
  address: string;
  /** Words to put before a command that shall run at the server's or at the caller's place. */
  server: string[];
  caller: string[];
}

/** Needs root, `ip`, and a kernel that lets us; undefined where one is missing. */
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

/** A network namespace that reaches one address of this machine and nothing else. */
export interface LonelyNetwork extends AsyncDisposable {
  /** Where this machine is for it. */
  address: string;
  /** Words to put before a command that shall run in it. */
  inside: string[];
}

/** Needs what `openFarNetwork` needs; `number` tells those of one test apart, 0 to 60. */
export async function openLonelyNetwork(number: number): Promise<LonelyNetwork | undefined> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return undefined;
  const name = `lathe-a${number}-${Deno.pid}`;
  // Of the range for examples; the third number keeps tests apart that run side by side.
  const place = (last: number) => `198.18.${Deno.pid % 250}.${number * 4 + last}`;
  const near = `la${number}-${Deno.pid}`.slice(0, 15);
  // Its end of the wire goes with it.
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
