import type { Context } from "hono";
import { Fault } from "../../../../lib/kit/fault.ts";
import { requireExperiment } from "../../../../lib/library/barcodes/experiment.ts";
import { drawing } from "../../../http/draw.ts";
import { CAMERA_POLICY } from "../../../http/middleware/headers.ts";
import { type AppEnv, IdParam, router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { type ScanData, ScanPage } from "./scan.tsx";
import { WantedPage } from "./wanted.tsx";

/** Pages for barcodes and wanted discs. Each calls the JSON API and renders the response. */
export function scanPages(services: Services) {
  const { page } = drawing(services);
  const app = router();
  app.get("/scan", async (c) => {
    requireExperiment(services.settings, "barcode");
    c.header("Permissions-Policy", CAMERA_POLICY);
    return page(c, <ScanPage {...await scanData(services, c)} />);
  });
  app.get("/wanted", async (c) => {
    const { movie, series } = services.settings.current().connections;
    const wanted = await services.wanted.list(c.req.raw.signal);
    return page(c, <WantedPage {...wanted} connected={movie.enabled || series.enabled} />);
  });
  return app;
}

async function scanData({ barcodes, settings }: Services, c: Context<AppEnv>): Promise<ScanData> {
  const { movie, series, music } = settings.current().connections;
  const code = (c.req.query("code") ?? "").trim().slice(0, 64);
  const expected = await barcodes.expected();
  const addedId = IdParam.safeParse({ id: c.req.query("added") }).data?.id;
  const data = {
    code,
    expected,
    connected: { movie: movie.enabled, series: series.enabled, album: music.enabled },
    added: expected.find(({ id }) => id === addedId),
  };
  if (code === "") return data;
  try {
    return { ...data, found: await barcodes.lookup(code, c.req.raw.signal) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...data, problem: error.message };
  }
}
