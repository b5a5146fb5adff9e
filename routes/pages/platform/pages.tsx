import type { Context } from "hono";
import { getMimeType } from "hono/utils/mime";
import { JobQuery } from "../../../lib/jobs/schema.ts";
import { FINISHED_STATES, type JobState, RUNNING_STATES } from "../../../lib/jobs/states.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import type { Settings } from "../../../lib/platform/settings/schema.ts";
import { Partial, renderView } from "../../../lib/ui/render.tsx";
import { previewOf } from "../../api/encode/profiles.tsx";
import { toolsOf } from "../../api/platform/setup.ts";
import { asFault } from "../../http/problem.ts";
import { type AppEnv, router } from "../../http/router.ts";
import type { Services } from "../../services.ts";
import { viewOf } from "../../http/view.ts";
import { type ActivityData, ActivityLists, ActivityPage } from "../jobs/activity.tsx";
import { CheckList, ChecksPage } from "./system/checks.tsx";
import { EncodePage } from "../encode/encode.tsx";
import { encodeData } from "../encode/encode_data.ts";
import { JobActions, JobBody, JobPage, type JobPageData } from "../jobs/job.tsx";
import { ProfileEditPage } from "../encode/profile_edit.tsx";
import { ProfilesPage } from "../encode/profiles.tsx";
import { SavingsPage } from "../jobs/savings.tsx";
import { SettingsPage } from "./settings/settings.tsx";
import { SmartEditPage } from "../encode/smart_edit.tsx";
import { SetupPage } from "./setup.tsx";

const WAITING = ["queued", "waiting", "waiting_for_space"] as const satisfies JobState[];
const PAGE = 50;
/** A page is drawn anew at every change of its job; the whole log is a download. */
const SHOWN_LOG_BYTES = 64 * 1024;

/** The pages: each makes the calls of the JSON API and draws the answer. */
export function pageRoutes(services: Services) {
  const { jobs, profiles, media, settings, clock, instance } = services;
  const draw = (c: Context<AppEnv>, node: Parameters<typeof renderView>[1]) =>
    c.html("<!doctype html>" + renderView(viewOf(c, services), node));
  const fragment = (c: Context<AppEnv>, node: Parameters<typeof renderView>[1]) =>
    c.html(renderView(viewOf(c, services), node));

  async function activity(c: Context<AppEnv>): Promise<ActivityData> {
    const { q = "", status = "", cursor } = c.req.query();
    const wanted = FINISHED_STATES.filter((state) => status === "" || state === status);
    const query = (part: Partial<JobQuery>) => jobs.list(JobQuery.parse(part));
    const [queue, running, queued, history] = await Promise.all([
      jobs.queueState(),
      query({ status: [...RUNNING_STATES], sort: "position", order: "asc" }),
      query({ status: [...WAITING], sort: "position", order: "asc" }),
      query({
        status: wanted,
        sort: "finishedAt",
        q: q.slice(0, 200) || undefined,
        cursor: cursor || undefined,
        limit: PAGE,
      }),
    ]);
    return { queue, running: running.items, queued, history, filter: { q, status, cursor }, now: clock.now() };
  }

  async function jobData(id: string): Promise<JobPageData> {
    const { reports } = services;
    const [job, log, report, compare] = await Promise.all([
      jobs.get(id),
      jobs.log(id, { endBytes: SHOWN_LOG_BYTES }),
      reports.quality.get(id).catch(() => undefined),
      reports.comparison(id),
    ]);
    return { job, log, report, compare };
  }

  const app = router();
  app.get("/", async (c) => {
    const data = await activity(c);
    if (c.req.query("part") === "lists") return fragment(c, <ActivityLists {...data} />);
    const found = await media.tools();
    const missing = found.ffmpeg.error !== undefined || found.ffprobe.error !== undefined;
    if (missing && !await services.setup.dismissed()) return c.redirect(`${instance.urlBase}/setup`, 303);
    return draw(c, <ActivityPage {...data} />);
  });
  app.get("/jobs/:id", async (c) => {
    const data = await jobData(c.req.param("id"));
    if (c.req.query("part") !== "job") return draw(c, <JobPage {...data} />);
    return fragment(
      c,
      <>
        <JobBody {...data} />
        <Partial target="#job-actions">
          <JobActions job={data.job} />
        </Partial>
      </>,
    );
  });
  app.get("/encode", async (c) => {
    const selectionId = c.req.query("selection");
    const paths = selectionId === undefined ? c.req.queries("path") ?? [] : services.selections.paths(selectionId);
    const data = await encodeData(services, { paths, selectionId, audioOnly: c.req.query("audioOnly") === "1" });
    return draw(c, <EncodePage {...data} />);
  });
  app.get("/profiles", async (c) => {
    const [plain, smart] = await Promise.all([profiles.list(), profiles.smart.list()]);
    return draw(c, <ProfilesPage profiles={plain} smart={smart} />);
  });
  app.get("/smart-profiles/:id", async (c) => {
    const [profile, bases] = await Promise.all([profiles.smart.get(c.req.param("id")), profiles.list()]);
    return draw(c, <SmartEditPage profile={profile} bases={bases} />);
  });
  app.get("/profiles/:id", async (c) => {
    const profile = await profiles.get(c.req.param("id"));
    const preview = await previewOf(services, { profileId: profile.id, audioOnly: false }).catch((error) => {
      const fault = asFault(error);
      if (fault.code === "internal") throw error;
      return { summary: [], warnings: [], streams: [], problem: fault.message };
    });
    return draw(c, <ProfileEditPage profile={profile} preview={{ ...preview, sample: true }} />);
  });
  app.get("/checks", async (c) => {
    const checks = await services.reports.checks.list();
    if (c.req.query("part") === "list") return fragment(c, <CheckList checks={checks} />);
    return draw(c, <ChecksPage checks={checks} />);
  });
  app.get("/savings", async (c) => {
    const [savings, accuracy] = await Promise.all([services.reports.savings(), services.estimates.accuracy()]);
    return draw(c, <SavingsPage savings={savings} accuracy={accuracy} />);
  });
  app.get("/settings", async (c) =>
    draw(
      c,
      <SettingsPage
        settings={settings.masked() as Settings}
        profiles={[...await profiles.smart.list(), ...await profiles.list()]}
        locked={settings.locked()}
        restartRequired={settings.restartRequired()}
        unseen={await services.mappings.unseen()}
        devices={await services.hardware.devices()}
      />,
    ));
  app.get("/setup", async (c) => draw(c, <SetupPage {...await toolsOf(services)} />));
  app.get("/static/:file", async (c) => {
    const file = c.req.param("file");
    // Compared with our own list, never joined from the request (safety.md, S-PATH-1).
    const known = Object.values(instance.assets).find((name) => name === file);
    if (known === undefined) throw new Fault("not_found", "There is no such file.");
    const bytes = await Deno.readFile(new URL(known, instance.staticFiles));
    return c.body(bytes, 200, {
      "Content-Type": getMimeType(known) ?? "application/octet-stream",
      "Cache-Control": "public, max-age=31536000, immutable",
    });
  });
  return app;
}
