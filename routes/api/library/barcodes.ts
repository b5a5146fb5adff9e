import { networkInterfaces } from "node:os";
import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import type { Context } from "hono";
import { BarcodeLookup, ExpectedDisc, NewExpectedDisc } from "../../../lib/library/barcodes/model.ts";
import { requireExperiment } from "../../../lib/library/barcodes/experiment.ts";
import { type AppEnv, body, done, IdParam, json, Ok, problems, raw, router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";

const lookup = createRoute({
  method: "post",
  path: "/barcode/lookup",
  tags: ["Barcodes"],
  summary: "Look up a barcode and the titles it may belong to",
  request: body(z.object({ code: z.string().min(1).max(64) })),
  responses: {
    200: json(BarcodeLookup, "The results; nothing is added until a title is confirmed"),
    ...problems(["barcode_unknown", "throttled", "upstream_failed", "upstream_timeout", "experiment_off"], {
      body: true,
    }),
  },
});

const list = createRoute({
  method: "get",
  path: "/barcode/expected",
  tags: ["Barcodes"],
  summary: "List discs with scanned barcodes",
  responses: { 200: json(z.array(ExpectedDisc), "The discs, newest first"), ...problems(["experiment_off"]) },
});

const expect = createRoute({
  method: "post",
  path: "/barcode/expected",
  tags: ["Barcodes"],
  summary: "Confirm the title of a barcode: a missing title is added, and the disc is added to the expected discs",
  request: body(NewExpectedDisc),
  responses: {
    201: json(ExpectedDisc, "The disc; the same barcode always returns the same disc"),
    ...problems(["not_found", "bad_state", "upstream_failed", "upstream_timeout", "experiment_off"], { body: true }),
  },
});

const remove = createRoute({
  method: "delete",
  path: "/barcode/expected/{id}",
  tags: ["Barcodes"],
  summary: "Remove a disc from the expected discs",
  request: { params: IdParam },
  responses: { 200: json(Ok, "The disc was removed"), ...problems(["invalid", "not_found", "experiment_off"]) },
});

const qr = createRoute({
  method: "get",
  path: "/scan/qr.svg",
  tags: ["Barcodes"],
  summary:
    "Return a QR code that opens the scan page on a phone; with a login, it contains a key that is valid once, within ten minutes",
  responses: { 200: raw("image/svg+xml", "The QR code"), ...problems(["experiment_off"]) },
});

type ScanServices = Pick<Services, "barcodes" | "auth" | "settings" | "instance">;

/** Routes for barcodes and expected discs. */
export const barcodeRoutes = ({ barcodes, ...services }: ScanServices) =>
  router()
    .openapi(qr, async (c) => {
      requireExperiment(services.settings, "barcode");
      const { renderSVG } = await import("uqr");
      const svg = renderSVG(scanAddress(c, services), { ecc: "M", border: 2 });
      return c.body(svg, 200, { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" });
    })
    .openapi(lookup, async (c) => c.json(await barcodes.lookup(c.req.valid("json").code, c.req.raw.signal), 200))
    .openapi(list, async (c) => c.json(await barcodes.expected(), 200))
    .openapi(expect, async (c) => c.json(await barcodes.expect(c.req.valid("json")), 201))
    .openapi(remove, async (c) => {
      await barcodes.remove(c.req.valid("param").id);
      return done(c);
    });

/**
 * Returns the URL of the scan page for a phone: the address with which users open this instance, with a one-time key if
 * a login is required.
 */
function scanAddress(c: Context<AppEnv>, { auth, settings, instance }: Omit<ScanServices, "barcodes">): string {
  const { host: { applicationUrl }, security: { authentication, username } } = settings.current().general;
  const origin = applicationUrl === ""
    ? `${c.get("secure") ? "https" : "http"}://${
      phoneHost(c.get("host") ?? "", networkInterfaces())
    }${instance.urlBase}`
    : applicationUrl.replace(/\/+$/, "");
  if (authentication !== "forms") return `${origin}/scan`;
  return `${origin}/login?once=${auth.oneTimeKey(c.get("user") ?? username)}&to=/scan`;
}

/** Private networks. Networks that containers rarely use come first. */
const HOME_NETWORKS = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/**
 * Returns the host and port at which a phone can reach `host`. A name such as localhost does not work there, so it is
 * replaced with an address on the home network if there is one. Pure.
 */
export function phoneHost(host: string, interfaces: ReturnType<typeof networkInterfaces>): string {
  const own = /^(localhost|127(?:\.\d+){3}|\[::1\])(:\d+)?$/i.exec(host);
  if (own === null) return host;
  const addresses = Object.entries(interfaces)
    // Container bridges can be reached only from this machine.
    .filter(([name]) => !/^(docker|br-|veth|virbr|cni|podman)/.test(name))
    .flatMap(([, all]) => all ?? []).filter(({ internal }) => !internal).map(({ address }) => address);
  const found = HOME_NETWORKS.flatMap((network) => addresses.find((address) => network.test(address)) ?? [])[0];
  return found === undefined ? host : `${found}${own[2] ?? ""}`;
}
