import { createRoute } from "@hono/zod-openapi";
import * as z from "zod";
import { METHODS } from "../../../lib/encode/profiles/encoders/methods.ts";
import { HardwareTestView } from "../../../lib/ui/components/hardware_result.tsx";
import { renderView } from "../../../lib/ui/render.tsx";
import { body, json, problems, router, wantsHtml } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { viewOf } from "../../http/view.ts";

const HwDevices = z.object({
  platform: z.string(),
  renderNodes: z.array(z.object({ path: z.string(), driver: z.string().optional(), vendor: z.string().optional() })),
  nvidiaGpus: z.array(z.object({ index: z.int(), name: z.string() })),
  encoders: z.record(z.string(), z.array(z.string())).describe("Encoders of this ffmpeg, by method"),
}).meta({ id: "HwDevices" });

const HwTestInput = z.object({
  hardwareAcceleration: z.enum(METHODS),
  device: z.string().max(200).regex(/^[\w./:-]*$/, "Use a GPU index or a path such as /dev/dri/renderD128.").default(
    "",
  ),
  hardwareDecoding: z.boolean().default(true),
}).meta({ id: "HwTestInput" });

const HwTest = z.object({
  ok: z.boolean(),
  method: z.enum(METHODS),
  encoder: z.string().optional(),
  fps: z.number().optional(),
  durationMs: z.int(),
  command: z.string(),
  error: z.string().optional(),
  note: z.string().optional(),
  log: z.array(z.string()),
}).meta({ id: "HwTest" });

const devices = createRoute({
  method: "get",
  path: "/transcoding/devices",
  tags: ["System"],
  summary: "Return the GPU devices, and the encoders of each method in this ffmpeg",
  responses: { 200: json(HwDevices, "The devices and encoders"), ...problems() },
});
const test = createRoute({
  method: "post",
  path: "/transcoding/test",
  tags: ["System"],
  summary: "Encode three seconds of a test pattern with the given method, without saving it",
  request: body(HwTestInput),
  responses: {
    200: json(HwTest, "The result, even if the test failed"),
    ...problems(["tool_missing"], { body: true }),
  },
});

/** Routes for hardware encoding. */
export function transcodingRoutes(services: Pick<Services, "hardware" | "settings" | "instance" | "health">) {
  const { hardware } = services;
  return router()
    .openapi(devices, async (c) => c.json(await hardware.devices(), 200))
    .openapi(test, async (c) => {
      const { hardwareAcceleration, device, hardwareDecoding } = c.req.valid("json");
      const result = await hardware.test(
        { method: hardwareAcceleration, device, hardwareDecoding },
        c.req.raw.signal,
      );
      if (!wantsHtml(c)) return c.json(result, 200);
      // Browsers get the result as HTML. The OpenAPI document describes the JSON response.
      return c.html(renderView(viewOf(c, services), <HardwareTestView result={result} />)) as never;
    });
}
