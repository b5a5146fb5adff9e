import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { safeFileName } from "./file_name.ts";

for (
  const [name, wanted] of [
    ["Heat (1995).mkv", "Heat (1995).mkv"],
    ["What? Who: Me.mkv", "What Who - Me.mkv"],
    ["a/b\\c|d.mkv", "a-b-c-d.mkv"],
    ['"quoted" <x>*.mkv', "'quoted' x.mkv"],
    ["-i.mkv", "i.mkv"],
    ["..hidden.mkv", "hidden.mkv"],
    ["trailing. .mkv", "trailing.mkv"],
    ["CON.mkv", "_CON.mkv"],
    ["con.part.mkv", "_con.part.mkv"],
    ["Conan.mkv", "Conan.mkv"],
    ["line\nbreak\u202e\u200b.mkv", "linebreak.mkv"],
    ["e\u0301.mkv", "\u00e9.mkv"],
    ["???.mkv", "unnamed.mkv"],
    [".mkv", "unnamed.mkv"],
    ["img%03d.mkv", "img%03d.mkv"],
    ["half \ud83c.mkv", "half _.mkv"],
  ] as const
) {
  Deno.test(`${JSON.stringify(name)} is written as ${wanted}`, () => equal(safeFileName(name, ".mkv"), wanted));
}

Deno.test("S-PATH-5: long names are cut between characters, the extension stays", () => {
  const family = "👨‍👩‍👧‍👦";
  const cut = safeFileName(`${"x".repeat(200)}${family.repeat(10)}.mkv`, ".mkv");
  ok(new TextEncoder().encode(cut).length <= 240);
  equal(cut, `${"x".repeat(200)}${family}.mkv`);
});

Deno.test("slow: S-PATH-5: every name is safe, and safe names stay", () => {
  const nasty = fc.oneof(
    fc.string({ maxLength: 400, unit: "binary" }),
    fc.string({ maxLength: 400, unit: "grapheme" }),
    fc.array(fc.constantFrom(".", " ", "-", "/", ":", "CON", "nul", "\u202e", "\0", "a", "COM¹"), { maxLength: 12 })
      .map((a) => a.join("")),
  );
  fc.assert(
    fc.property(nasty, fc.constantFrom(".mkv", ".mp4", ".webm"), (name, extension) => {
      const safe = safeFileName(name + extension, extension);
      ok(new TextEncoder().encode(safe).length <= 240, "length");
      ok(safe.endsWith(extension) && safe.length > extension.length, "extension");
      ok(
        !/[\/\\:*?"<>|]/.test(safe) && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(safe),
        `signs in ${JSON.stringify(safe)}`,
      );
      ok(!/^[-.\s]/.test(safe), `start of ${JSON.stringify(safe)}`);
      ok(!/[.\s]$/.test(safe.slice(0, -extension.length)), `end of ${JSON.stringify(safe)}`);
      ok(!/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i.test(safe), `device ${safe}`);
      equal(safe, safe.normalize("NFC"));
      equal(safeFileName(safe, extension), safe, "twice");
    }),
    { numRuns: 2000 },
  );
});
