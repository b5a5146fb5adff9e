/** Error codes of a connection that was closed by the other side. */
const CUT_OFF = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE"]);

/** Prefix of the error codes of a TLS connection, such as one that received data that cannot be decrypted. */
const TLS_CODE = "ERR_SSL_";

/**
 * Keeps the program running if the other side closes a connection that is no longer used, or sends invalid TLS data over
 * it, and calls `tell` with a log message. A client that abandons a connection (because the NATS server was killed, or
 * after a handshake timeout) does not handle the failure of its last read or write. As an unhandled error, this failure
 * would end the program and all its encodes. The client itself notifies the users of the connection. All other errors
 * still end the program.
 */
export function outliveLostSockets(tell: (message: string) => void): void {
  globalThis.addEventListener("error", (event) => {
    if (!isLostSocket(event.error)) return;
    event.preventDefault();
    tell(`An abandoned connection was closed: ${event.error.message}.`);
  });
}

function isLostSocket(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  if (code.startsWith(TLS_CODE)) return true;
  return CUT_OFF.has(code) && "syscall" in error && (error.syscall === "read" || error.syscall === "write");
}
