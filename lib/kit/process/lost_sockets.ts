/** Error codes of a connection that was closed by the other side. */
const CUT_OFF = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE"]);

/**
 * Keeps the program running if a connection that is no longer used is closed by the other side. `tell` is called with a
 * message. A client that stops using a connection (because the NATS server was killed, or after a handshake timeout)
 * does not wait for the last response of the system. As an unhandled error, it would end the program and all its
 * encodes. The client notifies the users of the connection. All other errors still end the program.
 */
export function outliveLostSockets(tell: (message: string) => void): void {
  globalThis.addEventListener("error", (event) => {
    if (!isLostSocket(event.error)) return;
    event.preventDefault();
    tell(`An abandoned connection was closed: ${event.error.message}.`);
  });
}

function isLostSocket(error: unknown): error is Error & { code: string; syscall: string } {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return false;
  return CUT_OFF.has(String(error.code)) && (error.syscall === "read" || error.syscall === "write");
}
