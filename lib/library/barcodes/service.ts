import type { ExpectedDiscRepository } from "../../../db/library/barcodes/expected_discs.ts";
import { Fault } from "../../kit/fault.ts";
import type { Bus } from "../../kit/bus.ts";
import { newId } from "../../kit/id.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { MusicAdding } from "../music/imports/add.ts";
import { addOrFind } from "../managers/add_or_find.ts";
import type { Search } from "../search/service.ts";
import { requireExperiment } from "./experiment.ts";
import { findProduct, type ProductSources } from "./find_product.ts";
import { matchProduct } from "./match_product.ts";
import type { BarcodeBusEvents, BarcodeLookup, ExpectedDisc, NewExpectedDisc } from "./model.ts";
import { type BarcodeNumber, type NotABarcode, readBarcode } from "./number.ts";

/** Scanned barcodes, and the discs they refer to. All methods throw `experiment_off` while scanning is disabled. */
export interface Barcodes {
  /**
   * Looks up a barcode. Throws `invalid`, `barcode_unknown`, and `throttled` or `upstream_*` if the last source could
   * not be queried.
   */
  lookup(code: string, signal: AbortSignal): Promise<BarcodeLookup>;
  /** Returns the expected discs, newest first. */
  expected(): Promise<ExpectedDisc[]>;
  /**
   * Adds the confirmed title if requested, and adds its disc to the expected discs. Throws the errors of adding a
   * title, and `invalid`.
   */
  expect(disc: NewExpectedDisc): Promise<ExpectedDisc>;
  /** Removes an expected disc. Throws `not_found`. */
  remove(id: string): Promise<void>;
}

/**
 * Services for barcode lookups and for adding titles. Each change to the list of expected discs is published on the
 * bus.
 */
export interface BarcodesOptions extends ProductSources {
  settings: Pick<SettingsService, "current">;
  search: Pick<Search, "smart" | "add">;
  addMusic: MusicAdding["add"];
  discs: ExpectedDiscRepository;
  bus: Pick<Bus<BarcodeBusEvents>, "publish">;
}

/** Creates the barcode service. No request is sent until a barcode is looked up. */
export function createBarcodes(options: BarcodesOptions): Barcodes {
  const { settings, discs, bus } = options;
  return {
    async lookup(code, signal) {
      requireExperiment(settings, "barcode");
      return await lookUp(options, requireNumber(code), signal);
    },
    async expected() {
      requireExperiment(settings, "barcode");
      return await discs.list();
    },
    async expect(disc) {
      requireExperiment(settings, "barcode");
      const expected = await expectDisc(options, disc);
      bus.publish("expected", { expected });
      return expected;
    },
    async remove(id) {
      requireExperiment(settings, "barcode");
      const expected = await discs.remove(id);
      if (expected === undefined) throw new Fault("not_found", "This disc is not in the list of expected discs.");
      bus.publish("expected", { expected, removed: true });
    },
  };
}

async function lookUp(options: BarcodesOptions, number: BarcodeNumber, signal: AbortSignal): Promise<BarcodeLookup> {
  const { product, errors } = await findProduct(options, number, signal);
  if (product === undefined) {
    const failed = errors.length === 0 ? "" : ` Some sources could not be reached: ${errors.join(" ")}`;
    throw new Fault(
      "barcode_unknown",
      `The barcode ${number.code} was not found. Search for the title instead.${failed}`,
    );
  }
  const [matches, limits] = await Promise.all([
    matchProduct(options.search, product, signal),
    options.products.limits(),
  ]);
  return { product, ...matches, limits, errors: [...errors, ...matches.errors] };
}

async function expectDisc(options: BarcodesOptions, disc: NewExpectedDisc): Promise<ExpectedDisc> {
  const { code } = requireNumber(disc.code);
  const { add, arrId: given, ...named } = disc;
  const arrId = given ?? (add ? await addTitle(options, named) : undefined);
  const addedAt = options.clock.now().toISOString();
  return await options.discs.put(code, (known) => {
    const isSame = known?.kind === named.kind && known.externalId === named.externalId && known.arrId === arrId;
    return {
      ...(isSame ? known : {}),
      ...named,
      code,
      id: known?.id ?? newId(),
      addedAt: known?.addedAt ?? addedAt,
      ...(arrId === undefined ? {} : { arrId }),
    };
  });
}

/**
 * Adds a title in the same way as for a disc: to the root folder that is used most, and monitored only if set in the
 * settings.
 */
async function addTitle(
  { search, addMusic, settings }: BarcodesOptions,
  { kind, externalId = "" }: Omit<NewExpectedDisc, "add" | "arrId">,
): Promise<number> {
  const isMusicId = !externalId.includes(":");
  if ((kind === "album") !== isMusicId) {
    throw new Fault("invalid", `${externalId} is not a valid ${kind} ID.`, {
      fields: [{ path: "externalId", message: `This is not the ID of a title of the type ${kind}.` }],
    });
  }
  const how = { monitored: settings.current().disc.addMonitored, search: false };
  const { id } = await addOrFind(() =>
    kind === "album"
      ? addMusic({ kind: "album", foreignId: externalId, ...how })
      : search.add({ kind, externalId, ...how })
  );
  return id;
}

const PROBLEMS: Record<NotABarcode, string> = {
  characters: "A barcode contains only digits.",
  length: "A barcode has 8, 12 or 13 digits.",
  check_digit: "One of the digits is wrong: the check digit does not match.",
};

function requireNumber(code: string): BarcodeNumber {
  const number = readBarcode(code);
  if (typeof number !== "string") return number;
  const message = PROBLEMS[number];
  throw new Fault("invalid", message, { fields: [{ path: "code", message }] });
}
