/** Character sets that users may select for names, with their labels. */
export const NAME_CHARSETS = {
  "utf-8": "Unicode (UTF-8)",
  "windows-1252": "Western European (Windows-1252)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1257": "Baltic (Windows-1257)",
  "windows-1254": "Turkish (Windows-1254)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "koi8-r": "Cyrillic, Russian (KOI8-R)",
  "koi8-u": "Cyrillic, Ukrainian (KOI8-U)",
  "ibm866": "Cyrillic, DOS (CP866)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1255": "Hebrew (Windows-1255)",
  "windows-1256": "Arabic (Windows-1256)",
  "cp850": "Western European, DOS (CP850)",
  "cp852": "Central European, DOS (CP852)",
  "iso-8859-2": "Central European (ISO 8859-2)",
  "shift_jis": "Japanese (Shift JIS)",
  "euc-jp": "Japanese (EUC-JP)",
  "gb18030": "Chinese, simplified (GB 18030)",
  "big5": "Chinese, traditional (Big5)",
  "euc-kr": "Korean (EUC-KR)",
} as const satisfies Record<string, string>;

/** A character set, named as in `TextDecoder` or `decodeSingleBytes`. */
export type NameCharset = keyof typeof NAME_CHARSETS;

/** Names of all character sets. */
export const NAME_CHARSET_IDS = Object.keys(NAME_CHARSETS) as [NameCharset, ...NameCharset[]];
