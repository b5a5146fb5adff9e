/**
 * Front cover in Ogg files: FLAC's PICTURE block (RFC 9639, section 8.8) in base64, stored as the comment
 * METADATA_BLOCK_PICTURE. Dimensions and depth stay unknown, which the format allows. Pure.
 */
export function pictureBlock(image: Uint8Array, mimeType: string): string {
  const mime = new TextEncoder().encode(mimeType);
  const block = new Uint8Array(32 + mime.length + image.length);
  const view = new DataView(block.buffer);
  view.setUint32(0, FRONT_COVER);
  view.setUint32(4, mime.length);
  block.set(mime, 8);
  const rest = 8 + mime.length;
  // Description length, width, height, depth and number of colours stay zero.
  view.setUint32(rest + 20, image.length);
  block.set(image, rest + 24);
  return block.toBase64();
}

const FRONT_COVER = 3;

/**
 * Formats a tag as an ffmpeg metadata file, with special characters escaped. The value is too long for an argument.
 * Pure.
 */
export const metadataFile = (key: string, value: string): string =>
  `;FFMETADATA1\n${key}=${value.replace(/[=;#\\\n]/g, (sign) => `\\${sign}`)}\n`;
