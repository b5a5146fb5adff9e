import { networkInterfaces } from "node:os";

/** Default port for agents. */
export const DEFAULT_AGENT_PORT = 3940;

const MAX_ADDRESSES = 8;

/** Parses `host:port` from the settings. An empty host means all addresses of the machine. Pure. */
export function listenAddress(text: string): { host: string; port: number } {
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(text.trim()) ?? [];
  return { host: host.replace(/^\[|\]$/g, ""), port: port === undefined ? DEFAULT_AGENT_PORT : Number(port) };
}

/**
 * Returns the port of Lathe's NATS server. It follows the listener's port, so that one firewall rule can include both
 * ports. Returns 0, which means any free port, if there is no next port. Pure.
 */
export const natsPort = (port: number): number => port > 0 && port < 65_535 ? port + 1 : 0;

/** Spellings of all addresses of a machine. */
const EVERY_ADDRESS = ["", "0.0.0.0", "::", "*"];

/**
 * Returns the addresses at which other machines can reach this service: the listen address if there is only one,
 * otherwise the host name that the caller used, followed by all addresses of this machine.
 */
export function joinAddresses(host: string, { bound, port }: { bound: string; port: number }): string[] {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address);
  const all = [...new Set([...(host === "" ? [] : [host]), ...own])];
  const usable = !EVERY_ADDRESS.includes(bound) ? [bound] : all.length > 0 ? all : ["127.0.0.1"];
  return usable.slice(0, MAX_ADDRESSES).map((one) =>
    `${one.includes(":") && !one.startsWith("[") ? `[${one}]` : one}:${port}`
  );
}
