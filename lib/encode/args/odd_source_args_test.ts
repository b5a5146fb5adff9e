/** ffmpeg options required by unusual sources. */
import { equal, ok } from "node:assert/strict";
import { decide, fails } from "../../../tests/fixtures/plans.ts";
import { sampleProbe } from "../sampling/sample.ts";
import { toArgs } from "./args.ts";

Deno.test("gaps of broadcasts keep their length, and DVB subtitles their canvas", () => {
  const probe = sampleProbe();
  const planned = decide({ subtitles: { mode: "none" } });
  const optionsOf = (one: typeof probe, plan = planned): string[] => {
    const args = toArgs(one, plan, { output: "/out.mkv" });
    return args.slice(0, args.indexOf("-i"));
  };
  const after = (args: string[], option: string) => args[args.indexOf(option) + 1];
  const broadcast = { ...probe, format: "mpegts" };
  equal(after(optionsOf(broadcast), "-dts_delta_threshold"), "3600");
  ok(!optionsOf(probe).includes("-dts_delta_threshold") && !optionsOf(broadcast).includes("-canvas_size"));
  const subtitle = probe.streams.find((stream) => stream.kind === "subtitle");
  ok(subtitle && planned.video);
  const canvas = { width: 720, height: 576 };
  const streams = probe.streams.map((one) => one === subtitle ? { ...subtitle, codec: "dvb_subtitle", canvas } : one);
  const video = { ...planned.video, burn: { index: subtitle.index, form: "picture" as const, ordinal: 0 } };
  equal(after(optionsOf({ ...broadcast, streams }, { ...planned, video }), "-canvas_size"), "720x576");
});

Deno.test("H.264 out of AVI keeps its own times and is shown as much earlier as its decoder is late", () => {
  const probe = sampleProbe();
  const [picture] = probe.streams;
  ok(picture?.kind === "video");
  const avi = {
    ...probe,
    format: "avi",
    streams: [{
      ...picture,
      codec: "h264",
      hdr: "sdr" as const,
      untimedFrames: 2,
      frameRate: [25, 1] as [number, number],
    }],
  };
  const planned = decide({ subtitles: { mode: "none" } }, avi);
  const args = toArgs(avi, planned, { output: "/out.mkv" });
  ok(!args.includes("+genpts"));
  ok(args.some((arg) => arg.startsWith("setpts=PTS-0.080000/TB,")), args.join(" "));
  ok(
    toArgs({ ...avi, streams: [{ ...picture, codec: "mpeg4" }] }, planned, { output: "/out.mkv" }).includes("+genpts"),
  );
  fails(
    "invalid_plan",
    /AVI files do not store frame times/,
    () => decide({ video: { encoder: "copy" } }, avi),
  );
});
