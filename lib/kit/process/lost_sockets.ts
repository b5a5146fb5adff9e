/** Error codes for a connection closed by the other side. */
const CUT_OFF = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE"]);

/**
 * Keeps the program running if an abandoned connection is closed by the other side: `tell` receives a message. A client
 * that abandons a connection (a killed NATS server, a handshake timeout) does not wait for the system's last response.
 * As an unhandled error, it would terminate the program and all its encodes. Users of the connection are notified by
 * the client. All other errors still terminate the program.
 */
export function outliveLostSockets(tell: (message: string) => void): void {
  globalThis.addEventListener("error", (event) => {
    if (!isLostSocket(event.error)) return;
    event.preventDefault();
    tell(`A connection that was given up was cut off: ${event.error.message}.`);
  });
}

function isLostSocket(error: unknown): error is Error & { code: string; syscall: string } {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return false;
  return CUT_OFF.has(String(error.code)) && (error.syscall === "read" || error.syscall === "write");
}
