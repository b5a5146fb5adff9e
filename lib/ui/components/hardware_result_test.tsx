import { doesNotMatch, match } from "node:assert/strict";
import type { TestResult } from "../../encode/hardware/trial_encode.ts";
import { renderView } from "../render.tsx";
import { HardwareTestView } from "./hardware_result.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };

const TRIAL: TestResult = {
  ok: true,
  method: "vaapi",
  encoder: "hevc_vaapi",
  fps: 212,
  durationMs: 900,
  command: "",
  log: [],
};
const hardware = (more: Partial<TestResult>): string =>
  renderView(
    VIEW,
    <HardwareTestView result={{ ...TRIAL, ...more }} />,
  );

Deno.test("HardwareTestView shows the speed of working encoders, and the reason of the others", () => {
  match(hardware({}), /data-tone="info".*hevc_vaapi works: 212 FPS at 1080p\./);
  const failed = hardware({ ok: false, error: "No device <0>", note: "Join the group render." });
  match(failed, /data-tone="bad".*No device &lt;0>.*Join the group render\./);
  doesNotMatch(failed, /works|<details/);
});

Deno.test("HardwareTestView shows command and log together", () => {
  match(hardware({ command: "ffmpeg -v", log: ["one", "two"] }), />ffmpeg -v\none\ntwo<\/pre>/);
});
