import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatOneDReader,
  RGBLuminanceSource,
} from "@zxing/library";

const HINTS = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, [
    ...[BarcodeFormat.EAN_13, BarcodeFormat.EAN_8, BarcodeFormat.UPC_A, BarcodeFormat.UPC_E],
  ]],
  [DecodeHintType.TRY_HARDER, true],
]);

/** Reads the barcode in an image. Undefined if no barcode can be read. */
export function readFrame({ data, width, height }: ImageData): string | undefined {
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at++) {
    const pixel = at * 4;
    grey[at] = ((data[pixel] ?? 0) + 2 * (data[pixel + 1] ?? 0) + (data[pixel + 2] ?? 0)) >> 2;
  }
  const source = new RGBLuminanceSource(grey, width, height);
  try {
    const reader = new MultiFormatOneDReader(HINTS as Map<DecodeHintType, never>);
    return reader.decode(new BinaryBitmap(new HybridBinarizer(source)), HINTS as Map<DecodeHintType, never>).getText();
  } catch {
    // The library throws an error if it finds nothing.
    return undefined;
  }
}
