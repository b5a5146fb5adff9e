import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type BarcodeNumber, readBarcode } from "./number.ts";

/** The check digit according to the GS1 manual for 12 and 7 digits: odd positions from the right have weight 3. */
function checkDigit(body: string): string {
  const sum = [...body].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((1000 - sum) % 10);
}
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""));
function read(text: string): BarcodeNumber {
  const found = readBarcode(text);
  ok(typeof found !== "string", `${text}: ${found}`);
  return found;
}

Deno.test("numbers from real covers are read, a UPC-A and its EAN-13 as one", () => {
  same(read("883929671526"), { code: "883929671526", forms: ["883929671526", "0883929671526"] });
  same(read("0883929671526"), read("883929671526"));
  same(read("00883929671526"), read("883929671526"));
  same(read("4006381333931"), { code: "4006381333931", forms: ["4006381333931"] });
  same(read("96385074"), { code: "96385074", forms: ["96385074"] });
  is(read("04252614").code, "042100005264");
  is(read("01234565").code, "012345000065");
  is(read(" 8 83929-67152–6 ").code, "883929671526");
  is(read("８８３９２９６７１５２６").code, "883929671526");
});

Deno.test("an invalid barcode has a reason", () => {
  same(["", "123", "12345678901", "123456789012345", "1".repeat(10_000)].map(readBarcode), Array(5).fill("length"));
  same(["88392967152x", "<script>", "12e3", "٠١٢٣٤٥٦٧٨٩٠١"].map(readBarcode), Array(4).fill("characters"));
  same(["883929671527", "4006381333932", "96385075"].map(readBarcode), Array(3).fill("check_digit"));
  is(readBarcode("10012345678902"), "length");
});

Deno.test("every number with its check digit is read, and no other digit in any one place will do", () => {
  fc.assert(
    fc.property(fc.constantFrom(11, 12), digits(12), fc.nat(11), fc.integer({ min: 1, max: 9 }), (n, d, at, by) => {
      const body = d.slice(0, n);
      const whole = body + checkDigit(body);
      const { code, forms } = read(whole);
      ok(forms.includes(whole) && code === forms[0]);
      const place = at % n;
      const wrong = whole.slice(0, place) + (Number(whole[place]) + by) % 10 + whole.slice(place + 1);
      is(readBarcode(wrong), "check_digit");
    }),
  );
});

Deno.test("all forms of a number are read as the same number", () => {
  fc.assert(fc.property(fc.constantFrom(7, 11, 12), digits(12), (n, d) => {
    const body = d.slice(0, n);
    const whole = body + checkDigit(body);
    const { code, forms } = read(whole);
    is(new Set(forms).size, forms.length);
    for (const form of forms.filter(({ length }) => length > 8)) is(read(form).code, code);
  }));
});

Deno.test("a UPC-E and its UPC-A are equal", () => {
  const shortened: [RegExp, string][] = [
    [/^([01])(\d\d)([012])0000(\d{3})(\d)$/, "$1$2$4$3$5"],
    [/^([01])(\d{3})00000(\d\d)(\d)$/, "$1$2$33$4"],
    [/^([01])(\d{4})00000(\d)(\d)$/, "$1$2$34$4"],
    [/^([01])(\d{5})0000([5-9])(\d)$/, "$1$2$3$4"],
  ];
  const bodies = fc.oneof(
    fc.tuple(digits(2), fc.constantFrom("0", "1", "2"), digits(3)).map(([a, b, c]) => `${a}${b}0000${c}`),
    fc.tuple(digits(3), digits(2)).map(([a, b]) => `${a}00000${b}`),
    fc.tuple(digits(4), digits(1)).map(([a, b]) => `${a}00000${b}`),
    fc.tuple(digits(5), fc.constantFrom("5", "6", "7", "8", "9")).map(([a, b]) => `${a}0000${b}`),
  );
  fc.assert(fc.property(fc.constantFrom("0", "1"), bodies, (system, body) => {
    const upc = system + body + checkDigit(system + body);
    for (const [long, short] of shortened) {
      if (long.test(upc)) is(read(upc.replace(long, short)).code, upc);
    }
  }));
});

Deno.test("no text makes the parser throw", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => void readBarcode(text)));
});
