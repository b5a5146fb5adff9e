/** Assembles lines from chunks of bytes. Lines end with LF or CRLF. A lone CR is part of its line. */
export interface LineSplitter {
  /** Returns the lines completed so far. */
  push(bytes: Uint8Array): string[];
  /** Returns the remaining text without a line end. */
  end(): string[];
}

/** The programs used here print no longer lines. The excess is cut off. */
const MAX_LINE = 64 * 1024;

/** Creates a splitter for UTF-8. A byte order mark at the start is dropped, and invalid bytes become U+FFFD. */
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
