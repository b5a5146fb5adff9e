import { deepStrictEqual as same, ok } from "node:assert/strict";
import { join } from "node:path";
import type { Job } from "../../lib/jobs/schema.ts";
import { openBrowser, openPage } from "../kit/browser.ts";
import { makeSmallClip } from "../kit/clips.ts";
import { api, startService } from "../kit/service.ts";

/** Names that would run as script wherever text is treated as markup. */
const NAMES = [
  `<img src=x onerror=alert(1)>`,
  `"><script>alert(1)<`,
  `'><svg onload=alert(1)>`,
  "</title><script>alert(1)<",
  "<script>alert(1)<",
  "javascript:alert(1)",
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  "&lt;img src=x onerror=alert(1)&gt;",
  `" autofocus onfocus=alert(1) x="`,
  "<a href=javascript:alert(1)>x",
  "a\u2028alert(1)\u2029b",
  "<!--<img src=x onerror=alert(1)>-->",
  "]]><img src=x onerror=alert(1)>",
];

Deno.test({
  name:
    "slow: S-WEB-6: names of files, profiles and the instance are shown as text on every page, whatever they contain",
  // The browser keeps sockets and timers open.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const media = await Deno.makeTempDir({ prefix: "lathe-text-" });
    const browser = await openBrowser();
    try {
      await using service = await startService();
      await api(service, "/api/queue/pause", { body: { paused: true } });
      const clip = join(media, "clip.mkv");
      await makeSmallClip(clip, { seconds: 1 });
      await api(service, "/api/settings", { method: "PUT", body: { general: { host: { instanceName: NAMES[0] } } } });
      const paths = [
        "/",
        "/activity",
        "/profiles",
        "/settings",
        "/setup",
        "/jobs/nobody",
        "/api/docs",
        "/system",
        "/system/events",
      ];
      for (const [i, name] of NAMES.entries()) {
        const path = join(media, `${name.replaceAll("/", "∕")}.mkv`);
        await Deno.copyFile(clip, path);
        const { body: profile } = await api<{ id: string }>(service, "/api/profiles", {
          body: { name: `${name} ${i}`, description: name, video: { encoder: "libx264" } },
        });
        const { status, body: job } = await api<Job>(service, "/api/jobs", {
          body: { profileId: profile.id, title: name, subtitle: name, source: { localPath: path } },
        });
        ok(status === 201, JSON.stringify(job));
        paths.push(`/jobs/${job.id}`, `/profiles/${profile.id}`);
        if (i % 5 === 0) paths.push(`/encode?path=${encodeURIComponent(path)}`, `/?q=${encodeURIComponent(name)}`);
      }
      const { page, faults } = await openPage(browser);
      const ran: string[] = [];
      page.on("dialog", (dialog) => {
        ran.push(dialog.message());
        return dialog.dismiss();
      });
      for (const path of paths) {
        await page.goto(service.url + path);
        await page.locator("h1").waitFor();
      }
      await page.goto(`${service.url}/activity`);
      const titles = page.locator(".queue-row .job-title a");
      // Titles below the first screen are added to the page when they scroll into view.
      await titles.nth(NAMES.length - 1).waitFor();
      const shown = await titles.allTextContents();
      for (const name of NAMES) ok(shown.includes(name), `${name} is shown as it is`);
      same(ran, []);
      same(faults.filter((fault) => !/404/.test(fault)), []);
    } finally {
      await browser.close();
      await Deno.remove(media, { recursive: true });
    }
  },
});
