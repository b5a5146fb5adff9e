/** The numbers below barcodes of goods (GS1 General Specifications, GTIN-8, -12 and -13). Pure. */

/** A number whose check digit is right. */
export interface BarcodeNumber {
  /** One spelling for all that are equal: 12 digits for a UPC, else the 13 or 8 of an EAN. */
  code: string;
  /** Every spelling that catalogues may know it by; `code` is the first. */
  forms: string[];
}

/** Why a text is no number of a barcode. */
export type NotABarcode = "characters" | "length" | "check_digit";

const MAX_TEXT = 64;

/** Reads a number as it is typed or scanned, with blanks and dashes; a UPC-E is written out as the UPC-A that it stands for. */
export function readBarcode(text: string): BarcodeNumber | NotABarcode {
  if (text.length > MAX_TEXT) return "length";
  const digits = text.normalize("NFKC").replace(/[\s\p{Dash}.]/gu, "");
  if (!/^[0-9]*$/.test(digits)) return "characters";
  switch (digits.length) {
    case 8:
      return shortNumber(digits) ?? "check_digit";
    case 12:
    case 13:
      return isChecked(digits) ? longNumber(digits) : "check_digit";
    case 14:
      // The number of a single item; other indicators stand for cases of several.
      if (!digits.startsWith("0")) return "length";
      return isChecked(digits) ? longNumber(digits.slice(1)) : "check_digit";
    default:
      return "length";
  }
}

/** Counted from the right, digits weigh 1 and 3 in turn, and the sum ends in 0. */
function isChecked(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits.at(-1 - at)) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

function longNumber(digits: string): BarcodeNumber {
  const upc = digits.length === 12 ? digits : digits.startsWith("0") ? digits.slice(1) : undefined;
  return upc === undefined ? { code: digits, forms: [digits] } : { code: upc, forms: [upc, `0${upc}`] };
}

/** Eight digits are a UPC-E or an EAN-8; a few pass for both, and then both are looked for. */
function shortNumber(digits: string): BarcodeNumber | undefined {
  const upc = expandUpcE(digits);
  const ean = isChecked(digits) ? digits : undefined;
  if (upc === undefined || !isChecked(upc)) return ean === undefined ? undefined : { code: ean, forms: [ean] };
  return { code: upc, forms: [upc, `0${upc}`, ...(ean === undefined ? [] : [ean])] };
}

/** The UPC-A of a UPC-E with its number system and check digit: the last of its six digits says where zeros were left out. */
function expandUpcE(digits: string): string | undefined {
  const [, system, body = "", check] = /^([01])(\d{6})(\d)$/.exec(digits) ?? [];
  if (system === undefined) return undefined;
  const last = Number(body[5]);
  if (last <= 2) return `${system}${body.slice(0, 2)}${last}0000${body.slice(2, 5)}${check}`;
  if (last === 3) return `${system}${body.slice(0, 3)}00000${body.slice(3, 5)}${check}`;
  if (last === 4) return `${system}${body.slice(0, 4)}00000${body.slice(4, 5)}${check}`;
  return `${system}${body.slice(0, 5)}0000${last}${check}`;
}
