/**
 * Splits a byte stream into lines at `\n` or `\r` (which ffmpeg uses for its status line). Lines longer than
 * `maxLength` are truncated.
 */
export async function* lines(stream: ReadableStream<Uint8Array>, maxLength = 16_384): AsyncGenerator<string> {
  let rest = "";
  // A line that ends with the last `\r` of a chunk is yielded immediately. If `\n` follows, it belongs to the same line
  // end.
  let afterReturn = false;
  const decoder = new TextDecoder();
  for await (const part of stream) {
    const text = decoder.decode(part, { stream: true });
    if (text === "") continue;
    rest += afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    afterReturn = text.endsWith("\r");
    const pieces = rest.split(/\r\n|\n|\r/);
    rest = pieces.pop() ?? "";
    if (rest.length > maxLength) rest = rest.slice(0, maxLength);
    for (const piece of pieces) yield piece.slice(0, maxLength);
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.slice(0, maxLength);
}
