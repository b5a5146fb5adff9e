import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { Agent, buildConnector, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from "undici";
import { isLocalAddress } from "../../kit/address.ts";
import type { Settings } from "../settings/schema.ts";
import { type OwnSocket, refusedAddress } from "./address_rules.ts";
import { OutgoingProblem, type TargetClass } from "./model.ts";

/** How connections are made: names are resolved once, every address is judged, and only a judged one is connected to. */

export type Resolve = (host: string) => Promise<string[]>;

/** Where a judged address is really connected to; tests send public addresses to a server of their own. */
export type Reroute = (address: string, port: number) => { address: string; port: number };

export interface DialOptions {
  kind: TargetClass;
  certificates: Settings["general"]["security"]["certificateValidation"];
  own: () => OwnSocket;
  resolve: Resolve;
  reroute: Reroute;
}

const CONNECT_MS = 5_000;

/** Every address of a name, in the system's order. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** The addresses behind a host that this class may connect to. Throws `blocked` when any of them may not be. */
export async function judgedAddresses(
  host: string,
  port: number,
  { kind, own, resolve }: Pick<DialOptions, "kind" | "own" | "resolve">,
): Promise<string[]> {
  const name = host.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(name) ? [name] : await resolve(name);
  // One bad address is enough: the name is under the control of whoever owns the others.
  for (const address of addresses) {
    const reason = refusedAddress(kind, address, port, own());
    if (reason !== undefined) throw new OutgoingProblem("blocked", `${name} is not asked: ${reason}.`);
  }
  return addresses;
}

/** Connections straight to the target. */
export function directAgent(options: DialOptions): Agent {
  const strict = buildConnector({ timeout: CONNECT_MS, allowH2: false, rejectUnauthorized: true });
  const lax = buildConnector({ timeout: CONNECT_MS, allowH2: false, rejectUnauthorized: false });
  const connectorFor = (address: string) => isLax(options.certificates, address) ? lax : strict;

  const tryEach = (
    [address, ...others]: string[],
    asked: buildConnector.Options,
    callback: buildConnector.Callback,
  ): void => {
    if (address === undefined) return callback(new OutgoingProblem("unreachable", "The name has no address."), null);
    const name = asked.hostname.replace(/^\[(.*)\]$/, "$1");
    const port = Number(asked.port) || (asked.protocol === "https:" ? 443 : 80);
    const to = options.reroute(address, port);
    const servername = asked.servername || (isIP(name) ? undefined : name);
    connectorFor(address)(
      { ...asked, hostname: to.address, host: undefined, port: String(to.port), servername },
      (...[error, socket]: Parameters<buildConnector.Callback>) => {
        if (error === null) callback(null, socket);
        else if (others.length > 0) tryEach(others, asked, callback);
        else callback(error, null);
      },
    );
  };
  return new Agent({
    // The runtime's HTTP/2 client has ended whole processes; HTTP/1.1 is spoken everywhere.
    allowH2: false,
    connect: (asked, callback) => {
      const port = Number(asked.port) || (asked.protocol === "https:" ? 443 : 80);
      judgedAddresses(asked.hostname, port, options).then(
        (addresses) => tryEach(addresses, asked, callback),
        (error) => callback(error, null),
      );
    },
  });
}

/** Connections through the proxy of the settings. Which address they end at is known to the proxy alone. */
export function proxyAgent(proxy: Settings["general"]["proxy"], lax: boolean): Dispatcher {
  const tls = { rejectUnauthorized: !lax };
  const at = `${proxy.hostname}:${proxy.port}`;
  if (proxy.type === "socks5") {
    return new Socks5ProxyAgent(`socks5://${at}`, {
      ...(proxy.username === "" ? {} : { username: proxy.username, password: proxy.password }),
      requestTls: tls,
    });
  }
  return new ProxyAgent({
    allowH2: false,
    uri: `${proxy.type}://${at}`,
    ...(proxy.username === "" ? {} : { token: `Basic ${btoa(utf8(`${proxy.username}:${proxy.password}`))}` }),
    requestTls: tls,
    proxyTls: tls,
  });
}

/** `disabled for local` is decided by the address connected to, never by its name (safety.md, S-OUT-4). */
export const isLax = (mode: DialOptions["certificates"], address: string): boolean =>
  mode === "disabled" || (mode === "disabledForLocalAddresses" && isLocalAddress(address));

const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
