/** Lines that repeat one piece: what makes a careless pattern take forever. */
const PIECES = [
  "a ",
  "a.",
  "[",
  "(",
  "-",
  " - ",
  "S01",
  "S01E01",
  "E01",
  "1x01",
  "01-",
  "2019.",
  "[05]",
  ".1080p",
  "_",
  "/",
  "a/",
  "(1995) ",
  "German.",
  "DTS-",
  "www.a.",
  "Part.1.",
  " 05",
  "{tmdb-1}",
  "(a",
  "9",
  "-x ",
  "-24",
  "aaaaaaaa",
  "S01.",
  "[a]",
  "CD-",
  "D.C.",
  "\u2028- x",
  "www.a[",
  "/x/Heat (1995) (",
  "subs/a.mkv",
];
const AROUND = [
  ["", ""],
  ["[G] ", " - 05 [1080p].mkv"],
  ["Heat.1995.", ".1080p-GRP"],
  ["/x/Heat (1995) (", "subs/a.mkv"],
] as const;

/** Each piece in each surrounding, as often as it takes to fill `length` characters. */
export const hostileLines = (length: number): string[] =>
  PIECES.flatMap((piece) =>
    AROUND.map(([before, after]) => before + piece.repeat(Math.ceil(length / piece.length)) + after)
  );
