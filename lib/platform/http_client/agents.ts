import { isIP } from "node:net";
import { Agent, buildConnector, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from "undici";
import type { Settings } from "../settings/schema.ts";
import { CONNECT_MS, type DialOptions, isLax, resolveAllowed } from "./dial.ts";
import { HttpProblem } from "./model.ts";

/** Creates an agent for direct connections. */
export function directAgent(options: DialOptions): Agent {
  const strict = buildConnector({ timeout: CONNECT_MS, allowH2: false, rejectUnauthorized: true });
  const lax = buildConnector({ timeout: CONNECT_MS, allowH2: false, rejectUnauthorized: false });
  const connectorFor = (address: string) => isLax(options.certificates, address) ? lax : strict;

  const tryEach = (
    [address, ...others]: string[],
    asked: buildConnector.Options,
    callback: buildConnector.Callback,
  ): void => {
    if (address === undefined) {
      return callback(new HttpProblem("unreachable", "The name does not resolve to an address."), null);
    }
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
    // The runtime's HTTP/2 client has crashed whole processes, and all servers support HTTP/1.1.
    allowH2: false,
    connect: (asked, callback) => {
      const port = Number(asked.port) || (asked.protocol === "https:" ? 443 : 80);
      resolveAllowed(asked.hostname, port, options).then(
        (addresses) => tryEach(addresses, asked, callback),
        (error) => callback(error, null),
      );
    },
  });
}

/**
 * Creates an agent for connections through the configured proxy. Only the proxy knows to which address they connect.
 */
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

const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
