import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { Hono } from "hono";
import { Settings } from "../../lib/platform/settings/schema.ts";
import { freePorts } from "../../tests/kit/free_ports.ts";
import { createHost, type HostOptions, nameOf } from "./host.ts";
import type { AppEnv } from "./router.ts";

/** Returns the URL base of the application at an address and port. Undefined if nothing responds. */
async function answerAt(hostname: string, port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`http://${hostname}:${port}/`, { headers: { connection: "close" } });
    return await response.text();
  } catch {
    return undefined;
  }
}

Deno.test("a bind address is shown as a URL with a host name that reaches it", () => {
  const names = ["*", "localhost", "0.0.0.0", "::", "192.168.1.10", "127.0.0.2", "fd00::1"].map(nameOf);
  same(names, ["localhost", "localhost", "localhost", "localhost", "192.168.1.10", "127.0.0.2", "[fd00::1]"]);
});

Deno.test("a restart that comes after the end opens nothing", async () => {
  const [port = 0] = freePorts(1);
  const settings = Settings.parse({ general: { host: { bindAddress: "127.0.0.1", port } } }).general.host;
  const host = createHost({
    settings: () => settings,
    first: {},
    appFor: () => new Hono<AppEnv>().all("*", (c) => c.text("here")),
    disconnect: () => {},
    events: { record: () => {} },
    log: () => {},
  });
  await host.start();
  const stopped = host.stop();
  same(await host.restart(), false);
  await stopped;
  same(await answerAt("127.0.0.1", port), undefined);
});

Deno.test({
  name: "host settings that change back and forth in any order take effect as shown",
  // The client's connections close with a delay.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const ports = freePorts(2);
    const change = fc.record({
      bindAddress: fc.constantFrom("*", "127.0.0.1", "localhost"),
      port: fc.constantFrom(...ports),
      urlBase: fc.constantFrom("", "/one", "/two"),
    }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 6 }),
        fc.constantFrom<HostOptions["first"]>({}, { bindAddress: "127.0.0.1" }, { port: ports[1] }),
        async (changes, first) => {
          let settings =
            Settings.parse({ general: { host: { bindAddress: "127.0.0.1", port: ports[0] } } }).general.host;
          /** Current address and the settings in effect. Command line values apply until the settings change. */
          let at = { ...settings, ...first };
          let followed = settings;
          const host = createHost({
            settings: () => settings,
            first,
            appFor: (base) => new Hono<AppEnv>().all("*", (c) => c.text(base)),
            disconnect: () => {},
            events: { record: () => {} },
            log: () => {},
          });
          await host.start();
          try {
            const restart = async () => {
              const asked = Object.entries(settings).filter(([key, value]) => followed[key as "port"] !== value);
              [at, followed] = [{ ...at, ...Object.fromEntries(asked) }, settings];
              same(await host.restart(), true);
            };
            for (const [wanted, restarts] of changes) {
              settings = { ...settings, ...wanted };
              if (restarts) await restart();
            }
            await restart();
            const { bindAddress, port, urlBase } = at;
            same(host.at(), { name: bindAddress === "127.0.0.1" ? bindAddress : "localhost", port, urlBase });
            same(await answerAt("127.0.0.1", Number(port)), urlBase);
            // At another address of the machine, a host is reachable only if it listens on all addresses.
            same(await answerAt("127.0.0.2", Number(port)), bindAddress === "*" ? urlBase : undefined);
          } finally {
            await host.stop();
          }
        },
      ),
      { numRuns: 40 },
    );
  },
});

const settingsAt = (port: number) =>
  Settings.parse({ general: { host: { bindAddress: "127.0.0.1", port } } }).general.host;

/** A host whose application responds with its URL base. */
const hostOf = (settings: () => Settings["general"]["host"]) =>
  createHost({
    settings,
    first: {},
    appFor: (base) => new Hono<AppEnv>().all("*", (c) => c.text(base)),
    disconnect: () => {},
    events: { record: () => {} },
    log: () => {},
  });

Deno.test({
  name: "an address that is given up while the service moves there is had",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const [start = 0, taken = 0] = freePorts(2);
    let settings = settingsAt(start);
    const host = hostOf(() => settings);
    await host.start();
    const other = Deno.listen({ hostname: "127.0.0.1", port: taken });
    settings = { ...settings, port: taken };
    // The port is released between the first and the second attempt. The timers of one thread run in order.
    const moved = host.restart();
    setTimeout(() => other.close(), 150);
    same([await moved, host.at().port], [true, taken]);
    await host.stop();
  },
});

Deno.test({
  name: "a failed restart keeps the service at its address, is retried, and never prevents it from stopping",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const [start = 0, taken = 0] = freePorts(2);
    let settings = settingsAt(start);
    const host = hostOf(() => settings);
    await host.start();
    const other = Deno.listen({ hostname: "127.0.0.1", port: taken });
    settings = { ...settings, port: taken, urlBase: "/new" };
    same(await host.restart(), false);
    same([host.at().port, await answerAt("127.0.0.1", start)], [start, ""]);
    other.close();
    same(await host.restart(), true);
    same([host.at().port, await answerAt("127.0.0.1", taken)], [taken, "/new"]);
    await host.stop();
  },
});
