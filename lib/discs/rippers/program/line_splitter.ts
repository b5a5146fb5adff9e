/** Puts lines together from pieces of bytes. Lines end with LF or CRLF; a lone CR belongs to its line. */
export interface LineSplitter {
  /** The lines that are complete now. */
  push(bytes: Uint8Array): string[];
  /** What is left without an end. */
  end(): string[];
}

/** Nothing that is read here has longer lines; what is beyond is cut. */
const MAX_LINE = 64 * 1024;

/** Makes a splitter of UTF-8; a byte order mark at the start is dropped, and what is no UTF-8 becomes U+FFFD. */
export function createLineSplitter(): LineSplitter {
  const decoder = new TextDecoder();
  let rest = "";
  const complete = (text: string): string[] => {
    const pieces = (rest + text).split("\n");
    rest = (pieces.pop() ?? "").slice(0, MAX_LINE);
    return pieces.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line).slice(0, MAX_LINE));
  };
  return {
    push: (bytes) => complete(decoder.decode(bytes, { stream: true })),
    end() {
      const lines = complete(decoder.decode());
      const last = rest;
      rest = "";
      return last === "" ? lines : [...lines, last];
    },
  };
}
