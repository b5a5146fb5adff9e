import { deepStrictEqual as same, match, ok } from "node:assert/strict";
import { partMessage } from "../../../tests/fixtures/farm_service.ts";
import { plan } from "../../encode/plan/plan.ts";
import { ProfileInput } from "../../encode/profiles/schema.ts";
import { sampleCapabilities, sampleProbe } from "../../encode/sampling/sample.ts";
import { fileInput } from "../../media/probe/input_args.ts";
import { partCommand } from "./part_command.ts";

const place = { input: fileInput("/in.mkv"), output: "/out.mp4" };

const SEGMENT = { number: 0, pictures: 8, from: 0, seekSeconds: 0, unitsPerSecond: 24, times: { start: 0, origin: 0 } };

/** Returns the message for a part with another encoder. */
function messageFor(encoder: string, planned = encoder) {
  const probe = sampleProbe();
  const profile = { ...ProfileInput.parse({ name: "x", video: { encoder: "hevc_nvenc", preset: "p1" } }), id: "x" };
  const { video } = plan(probe, profile, sampleCapabilities());
  const parameters = { probe: { ...probe }, video: { ...video, encoder: planned }, segment: SEGMENT };
  return { ...partMessage("x"), ...parameters, encoder };
}

Deno.test("the encoder of a GPU is used on the GPU that was selected for the part, and on no other", () => {
  const command = partCommand(messageFor("hevc_nvenc"), { ...place, device: "3" });
  ok("args" in command);
  same(command.args.slice(command.args.indexOf("-gpu:v:0"), command.args.indexOf("-gpu:v:0") + 2), ["-gpu:v:0", "3"]);
  const node = partCommand(messageFor("hevc_vaapi"), { ...place, device: "/dev/dri/renderD129" });
  ok("args" in node && node.args.join(" ").includes("-vaapi_device /dev/dri/renderD129"));
});

for (
  const [name, message, device] of [
    ["the encoder of a GPU without a GPU", messageFor("hevc_nvenc"), undefined],
    ["an encoder of the CPU on a GPU", messageFor("libx265"), "3"],
    ["a plan with another encoder than the message", messageFor("hevc_nvenc", "hevc_qsv"), "3"],
    ["an encoder that does not exist", messageFor("hevc_none"), "3"],
  ] as const
) {
  Deno.test(`an agent refuses ${name}`, () => {
    const command = partCommand(message, { ...place, ...(device === undefined ? {} : { device }) });
    match("refused" in command ? command.refused : "", /^This machine cannot encode segments with /);
  });
}
