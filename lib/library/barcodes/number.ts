/** Parses barcode numbers of products (GS1 General Specifications, GTIN-8, -12 and -13). Pure. */

/** A number with a valid check digit. */
export interface BarcodeNumber {
  /** Canonical form: 12 digits for a UPC, otherwise the 13 or 8 digits of an EAN. */
  code: string;
  /** All forms that catalogues may use, starting with `code`. */
  forms: string[];
}

/** Reason why a text is not a valid barcode number. */
export type NotABarcode = "characters" | "length" | "check_digit";

const MAX_TEXT = 64;

/** Parses a number that was typed or scanned, ignoring spaces and dashes. A UPC-E is expanded to its UPC-A. */
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
      // Indicator digit 0 means a single item. Other indicators are for cases of several items.
      if (!digits.startsWith("0")) return "length";
      return isChecked(digits) ? longNumber(digits.slice(1)) : "check_digit";
    default:
      return "length";
  }
}

/**
 * True if the check digit is valid. From the right, digits are weighted 1 and 3 alternately, and the sum must end in 0.
 */
function isChecked(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits.at(-1 - at)) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

function longNumber(digits: string): BarcodeNumber {
  const upc = digits.length === 12 ? digits : digits.startsWith("0") ? digits.slice(1) : undefined;
  return upc === undefined ? { code: digits, forms: [digits] } : { code: upc, forms: [upc, `0${upc}`] };
}

/** Eight digits are a UPC-E or an EAN-8. If both are valid, both are looked up. */
function shortNumber(digits: string): BarcodeNumber | undefined {
  const upc = expandUpcE(digits);
  const ean = isChecked(digits) ? digits : undefined;
  if (upc === undefined || !isChecked(upc)) return ean === undefined ? undefined : { code: ean, forms: [ean] };
  return { code: upc, forms: [upc, `0${upc}`, ...(ean === undefined ? [] : [ean])] };
}

/**
 * Expands a UPC-E with number system and check digit to a UPC-A. The last of the six digits encodes the position of the
 * omitted zeros.
 */
function expandUpcE(digits: string): string | undefined {
  const [, system, body = "", check] = /^([01])(\d{6})(\d)$/.exec(digits) ?? [];
  if (system === undefined) return undefined;
  const last = Number(body[5]);
  if (last <= 2) return `${system}${body.slice(0, 2)}${last}0000${body.slice(2, 5)}${check}`;
  if (last === 3) return `${system}${body.slice(0, 3)}00000${body.slice(3, 5)}${check}`;
  if (last === 4) return `${system}${body.slice(0, 4)}00000${body.slice(4, 5)}${check}`;
  return `${system}${body.slice(0, 5)}0000${last}${check}`;
}
