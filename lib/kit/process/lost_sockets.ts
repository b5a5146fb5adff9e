/** What the system says of a connection that its other side cut off. */
const CUT_OFF = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE"]);

/**
 * Goes on when a connection is cut off that nobody listens to any more: `tell` gets the sentence. A client that lets go
 * of a connection (a NATS server that is killed, a handshake that takes too long) does not wait for the system's last
 * answer; as an error that nobody hears it would end the program and all its encodes. Who used the connection learns of
 * its end from the client. Every other error ends the program as before.
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
