import { doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import type { VNode } from "preact";
import type { SystemStatus } from "../../../../lib/app/status/status.ts";
import { renderView } from "../../../../lib/ui/render.tsx";

/** Test data and rendering helpers for the tests of the System pages. */

export const NOW = new Date("2026-11-20T12:00:00Z");
/** A text that must appear escaped wherever a page shows it. */
export const HOSTILE = '<img src=x onerror="alert(1)">';

/** Renders a page below a URL base and checks the rules that apply to all pages. */
export function draw(path: string, page: VNode): string {
  const html = renderView({ base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path }, page);
  is(html.match(/<h1[ >]/g)?.length ?? 0, html.includes("<html") ? 1 : 0);
  doesNotMatch(html, /<img src=x|<[^>]+ (?:style|on\w+)=|<style|<script(?! (?:type="module" )?src=)|undefined|NaN/);
  for (const [, url = ""] of html.matchAll(/ (?:href|action|src|hx-get|hx-post|hx-delete)="([^"]*)"/g)) {
    match(url, /^(?:\/lathe\/|https?:\/\/|#)/, url);
  }
  return html;
}

/** A complete status with one folder on a share and one missing. */
export const STATUS: SystemStatus = {
  version: "0.1.0.0",
  install: { kind: "docker", branch: "main" },
  runtime: { name: "Deno", version: "2.9.6" },
  platform: "linux",
  arch: "x86_64",
  uptimeSeconds: 100_000,
  configDir: "/config",
  ffmpeg: {
    available: true,
    path: "/usr/bin/ffmpeg",
    version: "7.1",
    videoEncoders: ["libx265", "libsvtav1"],
    audioEncoders: ["flac"],
    hwaccels: ["vaapi"],
    missing: [{ encoder: "hevc_nvenc", profiles: ["Movie NVENC", "TV NVENC"] }],
    gaps: [{ feature: "VMAF", cost: "Quality targets use XPSNR.", remedy: `Install ${HOSTILE}.` }],
  },
  hardware: {
    renderNodes: [{ path: "/dev/dri/renderD128", driver: "i915", vendor: "Intel" }],
    nvidiaGpus: [{ index: 0, name: "RTX 4070" }],
  },
  connections: [
    { name: "Radarr", configured: true, ok: true, version: "5.0" },
    { name: "Sonarr", configured: true, ok: false, error: "refused the API key" },
    { name: "Lidarr", configured: false, ok: false },
  ],
  encodertool: { available: true, path: "/usr/bin/freaccmd", version: "1.1.7", encoders: [] },
  ripper: { available: false, error: "It is not on the PATH." },
  power: { supported: true, method: "systemd-inhibit", active: true, reason: "2 encodes" },
  storage: [
    {
      id: "cache",
      label: "Cache",
      path: "/config/cache",
      description: "Everything that can be made again",
      env: "SERVICE_CACHE_DIR",
      overridden: true,
      exists: true,
      writable: false,
      network: true,
      sizeBytes: 5_000_000_000,
      fileCount: 120,
      sizeTruncated: true,
      disk: { totalBytes: 100_000_000_000, freeBytes: 25_000_000_000, usedBytes: 75_000_000_000 },
    },
    {
      id: "rips",
      label: "Rips",
      path: "/config/rips",
      description: "Discs in progress",
      env: "SERVICE_RIP_DIR",
      overridden: false,
      exists: false,
      writable: false,
      sizeBytes: 0,
      fileCount: 0,
      sizeTruncated: false,
    },
  ],
  jobs: { active: 1, queued: 2, waiting: 3, done: 4, failed: 5 },
};
