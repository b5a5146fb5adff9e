import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { fold } from "../../kit/fold.ts";
import { createTitleIndex } from "./title_index.ts";

const LIBRARY: [title: string, year: number, ...others: string[]][] = [
  ["Spider-Man: No Way Home", 2021],
  ["Amélie", 2001, "Le Fabuleux Destin d'Amélie Poulain"],
  ["Your Name.", 2016, "君の名は。", "Kimi no Na wa."],
  ["Up", 2009],
  ["Upgrade", 2018],
  ["Se7en", 1995, "Seven"],
  ["Seven Samurai", 1954, "七人の侍"],
  ["WALL·E", 2008],
  ["The Matrix", 1999],
  ["The Matrix Reloaded", 2003],
  ["Rocky II", 1979],
  ["Ocean's Eleven", 2001],
  ["2012", 2009],
  ["Dune", 1984],
  ["Dune", 2021],
  ["Dune: Part Two", 2024],
  ["Schindler's List", 1993],
  ["The Lord of the Rings: The Fellowship of the Ring", 2001],
  ["스파이더맨", 2002],
];

async function library() {
  const index = createTitleIndex<number>();
  await index.put(LIBRARY.map(([title, year, ...others], id) => ({ id, title, year, others })));
  return index;
}

Deno.test("the intended title comes first, however it is typed", async () => {
  const index = await library();
  const table: [typed: string, title: string, matchedOn?: string][] = [
    ["spiderman", "Spider-Man: No Way Home"],
    ["spider man no w", "Spider-Man: No Way Home"],
    ["spidermna no way", "Spider-Man: No Way Home"],
    ["AMELIE", "Amélie"],
    ["amelei", "Amélie"],
    ["fabuleux", "Amélie", "Le Fabuleux Destin d'Amélie Poulain"],
    ["君", "Your Name.", "君の名は。"],
    ["君の名", "Your Name.", "君の名は。"],
    ["キミノ", ""],
    ["kimi no", "Your Name.", "Kimi no Na wa."],
    ["up", "Up"],
    ["upg", "Upgrade"],
    ["seven", "Se7en", "Seven"],
    ["seven s", "Seven Samurai"],
    ["七人", "Seven Samurai", "七人の侍"],
    ["walle", "WALL·E"],
    ["wall e", "WALL·E"],
    ["matrix", "The Matrix"],
    ["matirx", "The Matrix"],
    ["the matrix rel", "The Matrix Reloaded"],
    ["rocky 2", "Rocky II"],
    ["oceans eleven", "Ocean's Eleven"],
    ["2012", "2012"],
    ["shindlers list", "Schindler's List"],
    ["fellowship ring", "The Lord of the Rings: The Fellowship of the Ring"],
    ["lord of the rings the felowship", "The Lord of the Rings: The Fellowship of the Ring"],
    ["스파이", "스파이더맨"],
    ["duen part", "Dune: Part Two"],
    ["xyzzy", ""],
    ["!?", ""],
  ];
  for (const [typed, title, matchedOn] of table) {
    const [first] = index.search([typed], { limit: 5 });
    same([LIBRARY[first?.id ?? -1]?.[0] ?? "", first?.matchedOn], [title, matchedOn], typed);
  }
});

Deno.test("a year that was typed decides between titles of one name", async () => {
  const index = await library();
  const years = (year?: number) => index.search(["dune"], { year, limit: 3 }).map(({ id }) => LIBRARY[id]?.[1]);
  same([years(1984)[0], years(2021)[0], years(2024)[0]], [1984, 2021, 2024]);
  same(years().slice(2), [2024], "an exact title stands before a longer one");
});

Deno.test("a changed title is found by its new name only, and a removed one not at all", async () => {
  const index = await library();
  await index.put([{ id: 3, title: "Down", others: ["Aufwärts"], year: 2009 }]);
  index.remove([4]);
  const first = (typed: string) => index.search([typed], { limit: 1 })[0];
  same([first("up"), first("upgrade"), first("down")?.id, first("aufwarts")?.matchedOn], [
    undefined,
    undefined,
    3,
    "Aufwärts",
  ]);
});

Deno.test("every title is found by its own name first, and while its last word is typed", async () => {
  const word = fc.constantFrom(
    "lost",
    "city",
    "night",
    "riverbank",
    "king",
    "黒澤",
    "élan",
    "zebra",
    "quiet",
    "ORBIT",
    "2049",
  );
  const titles = fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")), {
    minLength: 1,
    maxLength: 30,
    selector: fold,
  });
  await fc.assert(
    fc.asyncProperty(titles, async (names) => {
      const index = createTitleIndex<number>();
      await index.put(names.map((title, id) => ({ id, title, others: [] })));
      for (const [id, name] of names.entries()) {
        is(index.search([name], { limit: 1 })[0]?.id, id, name);
        ok(index.search([name.slice(0, -1)], { limit: 40 }).some((hit) => hit.id === id), `${name} without its end`);
      }
    }),
    { numRuns: 50 },
  );
});
