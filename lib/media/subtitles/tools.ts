import { basename } from "node:path";
import { findTool, type ToolSearch } from "../tools/tools.ts";

/** Absolute paths; `mkvextractPath` is absent where mkvtoolnix is not installed. */
export interface OcrTools {
  tesseractPath: string;
  /** Needed for DVD subtitles only. */
  mkvextractPath?: string;
}

/** The programs that read pictures; undefined when OCR is off or tesseract is not here. */
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
