import { deepStrictEqual as same, ok } from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import { fieldErrors } from "./field_errors.ts";

const Bulk = z.union([
  z.object({ profileId: z.string(), items: z.array(z.object({ path: z.string() })).min(1) }),
  z.object({ profileId: z.string(), selectionId: z.string().max(3) }),
  z.object({
    profileId: z.string(),
    titles: z.union([z.object({ ids: z.array(z.int()) }), z.object({ all: z.literal(true) })]),
  }),
]);

const errorsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : fieldErrors(error, value);
};
const paths = (value: unknown) => errorsOf(Bulk, value).map(({ path }) => path);

Deno.test("an error in one of several shapes names the fields of the intended shape", () => {
  same(paths({ profileId: "p", items: [] }), ["items"]);
  same(paths({ profileId: "p", items: [{ path: 5 }, {}] }), ["items.0.path", "items.1.path"]);
  same(paths({ profileId: "p", selectionId: "long" }), ["selectionId"]);
  same(paths({ profileId: 5, selectionId: "abc" }), ["profileId"]);
  same(paths({ selectionId: "abc" }), ["profileId"]);
  same(paths({ profileId: "p", titles: { ids: ["a"] } }), ["titles.ids.0"]);
  same(paths({ profileId: "p", titles: { all: false } }), ["titles.all"]);
});

Deno.test("an error that fits no shape names the fields that distinguish them, and those that all require", () => {
  same(
    errorsOf(Bulk, { profileId: "p" }),
    ["items", "selectionId", "titles"].map((path) => ({
      path,
      message: "Specify one of items, selectionId, titles.",
    })),
  );
  same(paths({}), ["profileId", "items", "selectionId", "titles"]);
});

Deno.test("an unknown field of a strict shape is named", () => {
  const Slot = z.union([z.object({ disc: z.int() }).strict(), z.object({ reject: z.literal(true) }).strict()]);
  same(errorsOf(Slot, { disc: 1, x: 2 }).map(({ path }) => path), ["x"]);
  same(errorsOf(z.object({ a: Slot }), { a: { y: 1 } }).map(({ path }) => path), ["a.y", "a.disc", "a.reject"]);
});

Deno.test("the format of an optional text is described", () => {
  const address = z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "Use an address." })]);
  same(errorsOf(z.object({ a: z.object({ url: address }) }), { a: { url: "ftp://x" } }), [
    { path: "a.url", message: "Use an address." },
  ]);
});

Deno.test("no error of an object lacks its field, whichever of several shapes is sent", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("profileId", "items", "selectionId", "titles", "x"), fc.jsonValue()),
      (value) => {
        const errors = errorsOf(Bulk, value);
        ok(errors.every(({ path, message }) => path !== "" && message !== "Invalid input"), JSON.stringify(errors));
      },
    ),
  );
});
