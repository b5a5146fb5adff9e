import { strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { redactor } from "../../platform/logs/log_line.ts";
import { createReportRedaction, type PrivateValues } from "./report_redaction.ts";

const PRIVATE: PrivateValues = {
  redact: redactor(["s3cret-api-key-of-radarr"]),
  paths: ["/media/My Movies/Heat (1995)/Heat (1995) [tmdb].mkv", "/srv/lathe/transcodes", "D:\\Films\\Alien.mkv"],
  titles: ["Heat"],
  users: ["anna"],
  hosts: ["nas-of-anna", "radarr.example.org"],
};
const redact = createReportRedaction(PRIVATE);

Deno.test("paths, names, hosts, addresses and keys do not remain in a report", () => {
  const cases: [line: string, expected: string][] = [
    [
      "Input #0, matroska, from '/media/My Movies/Heat (1995)/Heat (1995) [tmdb].mkv':",
      "Input #0, matroska, from '<path 1>.mkv':",
    ],
    ["/media/My Movies/Heat (1995)/Heat (1995) [tmdb].mkv: Permission denied", "<path 1>.mkv: Permission denied"],
    ["Output file /media/My Movies/Other film (2001).mp4: exists", "Output file <path 2>.mp4: exists"],
    ["open /srv/lathe/transcodes/x/part.partial failed", "open <path 3>.partial failed"],
    ["mkdir /media/My Movies/Third film: File exists", "mkdir <path 4>: File exists"],
    ["cannot stat /home/anna/video", "cannot stat <path 5>"],
    ["D:\\Films\\Alien.mkv: error", "<path 6>.mkv: error"],
    ["\\\\nas-of-anna\\share\\a.mkv: error", "<path 7>.mkv: error"],
    ["title : Heat", "title : <name>"],
    ["user anna on nas-of-anna", "user <user> on <host>"],
    ["GET http://radarr.example.org:7878/api?apikey=abc", "GET <url>"],
    ["connect 192.168.1.20 or fe80:0:0:0:1:2:3:4", "connect <address> or <address>"],
    ["mail anna.b@example.org", "mail <email>"],
    ["X-Api-Key: s3cret-api-key-of-radarr", "X-Api-Key: ********"],
    ["digest 0123456789abcdef0123456789abcdef", "digest <key>"],
  ];
  for (const [line, expected] of cases) is(redact(line), expected);
});

Deno.test("texts that describe the failure remain in a report", () => {
  const lines = [
    "[hevc_nvenc @ 0x55d0c8e3a540] OpenEncodeSessionEx failed: out of memory (10): (no details)",
    "Stream #0:0: Video: h264 (High), yuv420p(tv, bt709/bt2020/smpte2084), 1920x1080, 24000/1001 fps, 23.98 tbr",
    "/usr/bin/ffmpeg: error while loading shared libraries: libx265.so.199",
    "No VA display found for device /dev/dri/renderD128.",
    "x265 [info]: Main 10 profile, Level-4 (Main tier)",
    "bitrate=1677.7kbits/s speed=1.01x and / or 5 / 6",
    "Lavc59.37.100 libx265, SVT-AV1 Encoder Lib v2.3.0",
    "Duration: 01:32:04.52, start: 0.000000, bitrate: 4188 kb/s",
  ];
  for (const line of lines) is(redact(line), line);
});

Deno.test("no private value remains, wherever it occurs in a line", () => {
  const word = fc.stringMatching(/^[a-z ,:='"()]{0,20}$/);
  const values = [...PRIVATE.paths, ...PRIVATE.hosts, "s3cret-api-key-of-radarr"];
  fc.assert(fc.property(word, fc.constantFrom(...values), word, (before, value, after) => {
    is(redact(`${before} ${value} ${after}`).includes(value), false);
  }));
});
