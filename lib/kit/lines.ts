/** Splits a byte stream into lines at `\n` or `\r` (ffmpeg's status line uses the latter). Lines over `maxLength` are cut. */
export async function* lines(stream: ReadableStream<Uint8Array>, maxLength = 16_384): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const part of stream) {
    rest += decoder.decode(part, { stream: true });
    const pieces = rest.split(/\r\n|\n|\r/);
    rest = pieces.pop() ?? "";
    if (rest.length > maxLength) rest = rest.slice(0, maxLength);
    for (const piece of pieces) yield piece.slice(0, maxLength);
  }
  rest += decoder.decode();
  if (rest !== "") yield rest.slice(0, maxLength);
}
