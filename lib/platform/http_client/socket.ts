import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { CONNECT_MS, type DialOptions, isLax, resolveAllowed } from "./dial.ts";
import { HttpProblem, type SocketTarget } from "./model.ts";

/**
 * Opens a connection to one of the addresses of a host, under the same rules as requests. Throws the error of the last
 * address. The connector of `agents.ts` is not used, because it announces HTTP in the TLS handshake (ALPN).
 */
export async function openSocket({ host, port, tls }: SocketTarget, options: DialOptions): Promise<Socket> {
  const name = host.replace(/^\[(.*)\]$/, "$1");
  let failure: unknown = new HttpProblem("unreachable", "The name does not resolve to an address.");
  for (const address of await resolveAllowed(name, port, options)) {
    const to = options.reroute(address, port);
    try {
      return tls
        ? await connected(secureTo(to, name, isLax(options.certificates, address)), "secureConnect")
        : await connected(connectTcp({ host: to.address, port: to.port, noDelay: true }), "connect");
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const secureTo = ({ address, port }: { address: string; port: number }, name: string, isLax: boolean): Socket =>
  connectTls({ host: address, port, rejectUnauthorized: !isLax, ...(isIP(name) ? {} : { servername: name }) });

/** Resolves with the socket after this event. Afterwards, the socket has no listeners. */
function connected(socket: Socket, event: "connect" | "secureConnect"): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const timer = setTimeout(() => reject(new DOMException("no connection", "TimeoutError")), CONNECT_MS);
  const onClose = () => reject(new Error("The connection was closed."));
  socket.once("error", reject).once("close", onClose).once(event, () => resolve(socket));
  return promise.then(
    (open) => open.off("error", reject).off("close", onClose),
    (error) => {
      // A late error of a socket without listeners would end the process.
      socket.on("error", () => {}).destroy();
      throw error;
    },
  ).finally(() => clearTimeout(timer));
}
