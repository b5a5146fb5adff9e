import { basename } from "node:path";
import { findTool, type ToolSearch } from "../tools/tools.ts";

/** Absolute paths of the OCR programs. `mkvextractPath` is absent if MKVToolNix is not installed. */
export interface OcrTools {
  tesseractPath: string;
  /** Path of mkvextract, which is only needed for DVD subtitles. */
  mkvextractPath?: string;
}

/** Finds the OCR programs. Undefined if OCR is disabled or tesseract is not installed. */
export async function findOcrTools(
  { enabled, ocrPath }: { enabled: boolean; ocrPath: string },
  search?: ToolSearch,
): Promise<OcrTools | undefined> {
  if (!enabled || (ocrPath !== "" && !/^tesseract(\.exe)?$/i.test(basename(ocrPath)))) return undefined;
  const [tesseract, mkvextract] = await Promise.all([
    findTool("tesseract", ocrPath, search),
    findTool("mkvextract", "", search),
  ]);
  if (!tesseract.path) return undefined;
  return { tesseractPath: tesseract.path, ...(mkvextract.path ? { mkvextractPath: mkvextract.path } : {}) };
}
