import { deepStrictEqual as same } from "node:assert/strict";
import type { BarcodeProduct, ExpectedDisc } from "../../../lib/library/barcodes/model.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import { barcodeAnswerRepository } from "./barcode_answers.ts";
import { expectedDiscRepository } from "./expected_discs.ts";

const disc = (id: string, code: string, addedAt: string, title = "Heat") =>
  ({ id, code, title, addedAt, kind: "movie" }) as unknown as ExpectedDisc;

Deno.test("one disc is expected per barcode: the second of two simultaneous scans is merged into the first", () =>
  withStore(async (store) => {
    const discs = expectedDiscRepository(store);
    const scan = (id: string) =>
      discs.put(
        "123",
        (known) =>
          known ? { ...known, title: `${known.title}+${id}` } : disc(id, "123", "2026-11-25T10:00:00.000Z", id),
      );
    const kept = await Promise.all(["a", "b", "c"].map(scan));
    same(kept.map(({ title }) => title), ["a", "a+b", "a+b+c"]);
    same((await discs.list()).map(({ id, title }) => [id, title]), [["a", "a+b+c"]]);
  }));

Deno.test("expected discs are listed newest first, whatever the clock showed, and change while they are listed", () =>
  withStore(async (store) => {
    const discs = expectedDiscRepository(store);
    const add = (id: string, addedAt: string) => discs.put(id, () => disc(id, id, addedAt));
    await add("first", "2026-10-25T02:30:00.000+02:00");
    await add("second", "2026-10-25T02:15:00.000+01:00");
    same((await discs.list()).map(({ id }) => id), ["second", "first"]);
    same((await discs.change("first", (one) => ({ ...one, title: "Found" })))?.title, "Found");
    same(await discs.change("gone", (one) => one), undefined);
    same((await discs.remove("first"))?.title, "Found");
    same([await discs.remove("first"), (await discs.list()).length], [undefined, 1]);
  }));

Deno.test("an answer about a barcode is stored, also a negative one, and the last one counts", () =>
  withStore(async (store) => {
    const answers = barcodeAnswerRepository(store);
    const product = {
      code: "0123",
      product: "HEAT (BLU-RAY)",
      title: "Heat",
      kind: "movie",
      source: "product",
    } as BarcodeProduct;
    await answers.save({ code: "0123", product: null, at: 1 });
    same(await answers.get("0123"), { code: "0123", product: null, at: 1 });
    await answers.save({ code: "0123", product, at: 2 });
    same((await answers.get("0123"))?.product, product);
    same(await answers.get("123"), undefined, "a leading zero is a part of the number");
  }));
