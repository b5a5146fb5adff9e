import { doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import type { SystemStatus } from "../../../../lib/app/status/status.ts";
import { DocsPage, DocumentPage, DOCUMENTS } from "../docs.tsx";
import { HealthSection, issueUrl, StatusPage } from "./system.tsx";
import { BackupsPage } from "./system_backups.tsx";
import { EventsPage } from "./system_events.tsx";
import { ahead, interval, took, uptime } from "./system_frame.tsx";
import { LogsPage } from "./system_logs.tsx";
import { TasksPage } from "./system_tasks.tsx";
import { draw, HOSTILE, NOW, STATUS } from "./system_test_data.tsx";
import { UpdatesPage } from "./system_updates.tsx";

Deno.test("the status page shows problems first and links to their solution", () => {
  const since = "2026-11-20T09:00:00Z";
  const html = draw(
    "/system",
    <StatusPage
      quick={STATUS}
      checks={[
        { id: "a", type: "error", source: "ffmpeg", code: "tool_missing", message: HOSTILE, link: "/setup", since },
        { id: "b", type: "warning", source: "x", code: "y", message: "Slow", link: "/settings/encoding#hardware" },
        { id: "c", type: "ok", source: "z", code: "ok", message: "Disks are fine" },
      ]}
      status={STATUS}
      refresh={false}
      restartRequired
      now={NOW}
    />,
  );
  match(html, /Error<\/span>.*<a href="\/lathe\/setup">Open tools check<\/a>.*since .*3 h ago/s);
  match(html, /Warning<\/span>.*<a href="\/lathe\/settings\/encoding#hardware">/s);
  match(html, /1 of 3 checks passed/);
  match(html, /<a href="\/lathe\/system" aria-current="page">Status<\/a>/);
  match(html, /hevc_nvenc<\/code>: Movie NVENC, TV NVENC/);
  match(html, /refused the API key/);
  match(html, /Not connected: Lidarr/);
  match(html, /more than 5\.0 GB/);
  match(html, /set by <code>SERVICE_CACHE_DIR<\/code>/);
  match(html, /25\.0 GB free of 100 GB/);
  match(html, /action="\/lathe\/api\/system\/restart"[^>]*data-moves/);
  match(html, /Prevented: 2 encodes/);
});

Deno.test("the health of the system counts and lists its problems, and states what passed", () => {
  const check = (type: "ok" | "warning", message: string) => ({ id: message, type, source: "x", code: "y", message });
  const health = (problems: number, passed: number) =>
    draw(
      "/system",
      <HealthSection
        checks={[
          ...Array.from({ length: problems }, (_, i) => check("warning", `Problem ${i}`)),
          ...Array.from({ length: passed }, (_, i) => check("ok", `Fine ${i}`)),
        ]}
        now={NOW}
      />,
    );
  for (
    const [problems, passed, count, summary] of [
      [1, 1, "1 problem<", "1 of 2 checks passed"],
      [2, 3, "2 problems<", "3 of 5 checks passed"],
      [1, 0, "1 problem<", undefined],
    ] as const
  ) {
    const html = health(problems, passed);
    ok(html.includes(count), count);
    is(html.match(/<p>Problem \d<\/p>/g)?.length, problems);
    is(html.includes("passed"), summary !== undefined);
    if (summary !== undefined) ok(html.includes(summary), summary);
    doesNotMatch(html, /No problems found/);
  }
  match(health(0, 2), /2 of 2 checks passed/);
  doesNotMatch(health(0, 2), /problem<|problems<|class="findings"/);
});

Deno.test("slow parts are fetched once the page is open, with a link for browsers without script", () => {
  const html = draw("/system", <StatusPage quick={STATUS} refresh restartRequired={false} now={NOW} />);
  match(html, /hx-get="\/lathe\/system\?part=status&amp;refresh=1" hx-trigger="load"/);
  match(html, /hx-get="\/lathe\/system\?part=health" hx-trigger="load"/);
  match(html, /<noscript><a href="\/lathe\/system\?wait=1&amp;refresh=1">/);
  doesNotMatch(html, /data-moves/);
});

Deno.test("the status names what ffmpeg lacks, with the cost and the remedy", () => {
  const html = draw(
    "/system",
    <StatusPage quick={STATUS} checks={[]} status={STATUS} refresh={false} restartRequired={false} now={NOW} />,
  );
  match(html, /Missing features<\/h3>.*VMAF.*Quality targets use XPSNR\..*Install &lt;img/s);
  const complete = { ...STATUS, ffmpeg: { ...STATUS.ffmpeg, gaps: [] } };
  doesNotMatch(
    draw(
      "/system",
      <StatusPage quick={STATUS} checks={[]} status={complete} refresh={false} restartRequired={false} now={NOW} />,
    ),
    /Missing features/,
  );
});

Deno.test("an empty instance is rendered too, and shows that all is well", () => {
  const bare: SystemStatus = {
    ...STATUS,
    ffmpeg: {
      available: false,
      videoEncoders: [],
      audioEncoders: [],
      hwaccels: [],
      missing: [],
      gaps: [],
      error: "Not found.",
    },
    hardware: { renderNodes: [], nvidiaGpus: [] },
    connections: [],
    power: { supported: false, active: false },
    storage: [],
  };
  const html = draw(
    "/system",
    <StatusPage quick={bare} checks={[]} status={bare} refresh={false} restartRequired={false} now={NOW} />,
  );
  match(html, /No problems found\./);
  match(html, /not usable.*Not found\./s);
  match(html, /Encoding runs on the CPU/);
  match(draw("/system", <HealthSection checks={[]} now={NOW} />), /No problems found/);
});

Deno.test("an issue contains version, platform and install kind, and no folders or names", () => {
  const url = new URL(issueUrl(STATUS));
  is(url.origin + url.pathname, "https://github.com/lathe-media/lathe/issues/new");
  match(url.searchParams.get("body") ?? "", /Version: 0\.1\.0\.0\nPlatform: linux x86_64\nInstalled as: docker/);
  doesNotMatch(decodeURIComponent(url.search), /config/);
});

Deno.test("tasks show rhythm, last run, outcome and why they do not run", () => {
  const html = draw(
    "/system/tasks",
    <TasksPage
      now={NOW}
      tasks={[
        {
          id: "health",
          name: "Check health",
          intervalSeconds: 300,
          enabled: true,
          running: true,
          lastRun: "2026-11-20T11:58:00Z",
          lastDurationMs: 1234,
          lastResult: "No problems found",
        },
        {
          id: "updates",
          name: "Check for updates",
          intervalSeconds: 43_200,
          enabled: true,
          running: false,
          lastRun: "2026-11-20T11:00:00Z",
          lastError: HOSTILE,
          nextRun: "2026-11-20T23:00:00Z",
        },
        { id: "ffmpeg", name: "Detect", intervalSeconds: 0, enabled: true, running: false },
        { id: "auto", name: "Auto", intervalSeconds: 60, enabled: false, disabledBecause: "Off.", running: false },
      ]}
    />,
  );
  match(html, /id="tasks"[^>]*hx-trigger="every 2s"/);
  match(html, /every 5 min.*<time datetime="2026-11-20T11:58:00Z" title="2026-11-20 11:58 UTC">2 min ago/s);
  match(html, /took 1\.2 s/);
  match(html, /disabled[^>]*>Run now<span class="visually-hidden">: Check health/);
  match(html, /Failed<\/span>.*in 11 h/s);
  match(html, /when something changes.*on change/s);
  match(html, /Off: Off\..*only manually/s);
  doesNotMatch(draw("/system/tasks", <TasksPage tasks={[]} now={NOW} />), /every 2s/);
});

Deno.test("events show their level in words, link to their job, and keep the filter on the next page", () => {
  const filter = { level: "error", source: "jobs", q: "a&b", cursor: "90" };
  const html = draw(
    "/system/events",
    <EventsPage
      now={NOW}
      filter={filter}
      ignored={["colour=red"]}
      events={{
        total: 120,
        nextCursor: "7",
        items: [{
          id: 8,
          time: "2026-11-20T11:00:00Z",
          level: "error",
          source: "jobs",
          message: HOSTILE,
          details: HOSTILE,
          ref: { kind: "job", id: "a/b" },
        }, { id: 7, time: "2026-11-20T11:00:00Z", level: "info", source: "auth", message: "Login" }],
      }}
    />,
  );
  match(html, /href="\/lathe\/jobs\/a%2Fb"/);
  match(html, /<option value="error" selected>Error/);
  match(html, /level=error&amp;source=jobs&amp;q=a%26b&amp;cursor=7">Older/);
  match(html, /level=error&amp;source=jobs&amp;q=a%26b">Newest/);
  match(html, /hx-delete="\/lathe\/api\/system\/events"[^>]*hx-confirm="Clear/);
  match(html, /This filter in the address is unknown and has no effect: <span class="path">colour=red</);
  const empty = { events: { items: [], total: 0 }, ignored: [], now: NOW };
  match(draw("/system/events", <EventsPage {...empty} filter={filter} />), /No results/);
  const none = { level: "", source: "", q: "", cursor: "" };
  match(draw("/system/events", <EventsPage {...empty} filter={none} />), /No events yet/);
});

Deno.test("logs list files and mark the lines of an open one by their level", () => {
  const files = [{ name: "service.txt", sizeBytes: 2048, modifiedAt: "2026-11-20T11:59:30Z" }];
  const text = `2026-11-20T11:59:30.000Z WARN slow\n2026-11-20T11:59:31.000Z ERROR ${HOSTILE}\n2026 INFO WARN x\n`;
  const html = draw("/system/logs", <LogsPage files={files} open={{ name: "service.txt", text }} now={NOW} />);
  match(html, /<a href="\/lathe\/system\/logs\?file=service\.txt" aria-current="true">/);
  match(html, /href="\/lathe\/api\/system\/logs\/service\.txt\?download=1"/);
  match(html, /data-level="warn">2026-11-20T11:59:30\.000Z WARN slow/);
  match(html, /data-level="error">2026/);
  is(html.match(/data-level/g)?.length, 2);
  match(draw("/system/logs", <LogsPage files={[]} now={NOW} />), /No log yet/);
  match(draw("/system/logs", <LogsPage files={files} open={{ name: "a", text: "" }} now={NOW} />), /file is empty/);
});

Deno.test("backups warn that they contain secrets and state what a restore replaces", () => {
  const name = "service_0.1.0.0_20261120T110000Z_before-restore.zip";
  const backup = { name, sizeBytes: 9, createdAt: "2026-11-20T11:00:00Z", type: "before-restore", version: "0.1.0.0" };
  const html = draw("/system/backups", <BackupsPage backups={[{ ...backup, type: "before-restore" }]} now={NOW} />);
  match(html, /keys and passwords in plain text/);
  match(html, new RegExp(`href="/lathe/api/system/backups/${name}" download`));
  match(
    html,
    /data-behaviour="restart" data-confirm="Restore the backup service_0\.1\.0\.0_20261120T110000Z_before-restore\.zip\? .*safety backup.*restarts/,
  );
  match(html, /enctype="multipart\/form-data"[^>]*data-behaviour="upload"/);
  match(draw("/system/backups", <BackupsPage backups={[]} now={NOW} />), /No backups yet/);
});

Deno.test("updates name the newest version, mark the installed one, and render release notes safely", () => {
  const release = { name: "Lathe", publishedAt: "2026-11-01T00:00:00Z", prerelease: false };
  const status = { current: "1.0.0.0", branch: "main", mechanism: "docker", inDocker: true };
  const html = draw(
    "/system/updates",
    <UpdatesPage
      now={NOW}
      refused="Wait 40 seconds."
      updates={{
        ...status,
        checkedAt: "2026-11-20T11:00:00Z",
        available: "1.1.0.0",
        error: "The server returned status 503.",
        releases: [
          {
            ...release,
            version: "1.1.0.0",
            notes: `# New\n\n${HOSTILE}\n\n[x](javascript:alert(1))`,
            url: "javascript:alert(1)",
            installed: false,
            newer: true,
            install: "Run\n\n```sh\ndocker compose pull\n```",
          },
          { ...release, version: "1.0.0.0", notes: "", url: "https://x.org/", installed: true, newer: false },
        ],
      }}
    />,
  );
  match(html, /Version 1\.1\.0\.0 is available; this is 1\.0\.0\.0\./);
  match(html, /Wait 40 seconds\..*The server returned status 503\..*The list below was loaded before the error/s);
  match(html, /Available<\/span>.*<h3>New<\/h3>.*How to install this release.*docker compose pull/s);
  match(html, /Installed<\/span>.*No release notes were published/s);
  doesNotMatch(html, /href="javascript/);
  const one = { ...release, version: "1.0.0.0", notes: "a", url: "", installed: true, newer: false };
  match(
    draw("/system/updates", <UpdatesPage updates={{ ...status, releases: [one] }} now={NOW} />),
    /This is the latest version, 1\.0\.0\.0\./,
  );
  match(
    draw("/system/updates", <UpdatesPage updates={{ ...status, releases: [] }} now={NOW} />),
    /cannot determine whether a newer version exists/,
  );
  match(draw("/system/updates", <UpdatesPage now={NOW} />), /hx-trigger="load".*<noscript>/s);
});

Deno.test("every document is there, has one title, and links only to others that are there", async () => {
  match(draw("/docs", <DocsPage />), /<a href="\/lathe\/docs\/api">API<\/a>/);
  for (const { name, title } of DOCUMENTS) {
    const text = await Deno.readTextFile(new URL(`../../../../static/docs/${name}.md`, import.meta.url));
    const html = draw(`/docs/${name}`, <DocumentPage title={title} text={text} />);
    match(html, new RegExp(`<a href="/lathe/docs/${name}" aria-current="page">`));
    for (const [, other = ""] of text.matchAll(/\]\(([^):]+)\.md[)#]/g)) {
      ok(html.includes(`<a href="/lathe/docs/${other}`), `${name} names ${other}, which is not there`);
    }
    ok(!html.includes("|--"), name);
  }
  match(draw("/docs/api", <DocumentPage title="API" text="no heading" />), /<h1>API<\/h1>/);
});

Deno.test("times are formatted for people", () => {
  is(
    [0, 60, 300, 3600, 43_200, 86_400, 604_800].map(interval).join(", "),
    "when something changes, every minute, every 5 min, every hour, every 12 h, every day, every 7 days",
  );
  is([12, 4200, 80_000].map(took).join(", "), "12 ms, 4.2 s, 1:20");
  is([59, 3700, 90_000, 180_000].map(uptime).join(", "), "0 min, 1 h 1 min, 1 day 1 h, 2 days 2 h");
  const at = (seconds: number) => ahead(new Date(NOW.getTime() + seconds * 1000).toISOString(), NOW);
  is([10, 240, 7200, 864_000].map(at).join(", "), "in a moment, in 4 min, in 2 h, in 10 days");
});
