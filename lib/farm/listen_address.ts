import { networkInterfaces } from "node:os";

/** Where agents reach the service when nothing is said. */
export const DEFAULT_AGENT_PORT = 3940;

const MAX_ADDRESSES = 8;

/** Reads `host:port`, as the settings hold it; an empty host is every address of the machine. Pure. */
export function listenAddress(text: string): { host: string; port: number } {
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(text.trim()) ?? [];
  return { host: host.replace(/^\[|\]$/g, ""), port: port === undefined ? DEFAULT_AGENT_PORT : Number(port) };
}

/** What stands for every address of a machine. */
const EVERY_ADDRESS = ["", "0.0.0.0", "::", "*"];

/**
 * Where other machines may find us: the one address that is listened at, or first the name that the caller used, then all
 * addresses of this machine.
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
