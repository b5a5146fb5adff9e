/** Opens Lathe with a fictional library, a running encode, discs and a history: `deno task demo [--port N]`. */
import { parseArgs } from "node:util";
import { openWorld } from "./world.ts";

const { values } = parseArgs({ args: Deno.args, options: { port: { type: "string", default: "3939" } } });
const ended = Promise.withResolvers<void>();
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => ended.resolve());

console.log("Preparing the demo library (up to a minute) …");
await using world = await openWorld({ port: Number(values.port), drawnArtwork: true });
console.log(`Open ${world.url}. Ctrl-C ends the demo and removes its files.`);
await ended.promise;
