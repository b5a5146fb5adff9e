import { urgentFindings } from "../../../lib/platform/health/dismissals.ts";
import { JobQuery } from "../../../lib/jobs/request_schema.ts";
import { RUNNING_STATES } from "../../../lib/jobs/states.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { drawing } from "../../http/draw.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { createBestGains, type Gain } from "./best_gains.ts";
import { type FirstStep, firstSteps, isOpen } from "../../data/first_steps.ts";
import { GainList, type GainListData } from "./gain_list.tsx";
import { type HomeData, HomeLists, HomePage } from "./home.tsx";
import { PendingRemuxList, RemuxList, RemuxPage } from "./remux_list.tsx";
import { createRemuxOffers, REMUX_KINDS } from "./remux_offers.ts";
import { toolsCheck } from "../../data/system_data.ts";
import { settingsData } from "../platform/settings_pages.tsx";
import { type FirstStepsData, FirstStepsPage } from "./first_steps/first_steps_page.tsx";

/** Home page and setup steps. Each calls the JSON API and renders the response. */
export function homePages(services: Services) {
  const { media, setup, instance, selections } = services;
  const { page, fragment } = drawing(services);
  const best = createBestGains(services);
  const remuxes = createRemuxOffers(services);
  const app = router();
  app.get("/", async (c) => {
    const data = await homeData(services);
    if (c.req.query("part") === "lists") return fragment(c, <HomeLists {...data} />);
    const found = await media.tools();
    const missing = found.ffmpeg.error !== undefined || found.ffprobe.error !== undefined;
    if (missing && !await setup.dismissed()) return c.redirect(`${instance.urlBase}/setup`, 303);
    return page(c, <HomePage {...data} />);
  });
  app.get("/first-steps", async (c) => {
    const asked = c.req.query("step");
    const steps = await stepsOf(services);
    const current = asked === "all" ? undefined : steps.find(({ id }) => id === asked) ?? steps.find(isOpen);
    return page(c, <FirstStepsPage {...await firstStepsData(services, current)} steps={steps} current={current} />);
  });
  app.get("/home/gains/:kind", async (c) => {
    const kind = c.req.param("kind");
    if (kind !== "movies" && kind !== "series") throw new Fault("not_found", "List not found.");
    return fragment(c, <GainList {...await gainList(services, kind, await best.find(kind))} />);
  });
  app.get("/home/remuxes", async (c) => {
    if (c.req.query("part") === "results") return fragment(c, <RemuxList offers={await remuxes.list()} />);
    if (c.req.header("hx-request") === undefined) return page(c, <RemuxPage offers={await remuxes.list()} />);
    return fragment(c, <PendingRemuxList offers={await remuxes.found()} />);
  });
  app.get("/home/remuxes/:kind", async (c) => {
    const kind = REMUX_KINDS.find((one) => one === c.req.param("kind"));
    if (kind === undefined) throw new Fault("not_found", "List not found.");
    const files = await remuxes.files(kind);
    if (files.length === 0) return c.redirect(`${instance.urlBase}/`, 303);
    return c.redirect(`${instance.urlBase}/encode?selection=${selections.keep(files)}`, 303);
  });
  return app;
}

async function homeData(services: Services): Promise<HomeData> {
  const { jobs, health, library, reports, waitingDiscs, clock } = services;
  const [queue, running, steps, sizes, formats, savings] = await Promise.all([
    jobs.queueState(),
    jobs.list(JobQuery.parse({ status: [...RUNNING_STATES], sort: "position", order: "asc" })),
    stepsOf(services),
    library.sizes(),
    library.formatSizes(),
    reports.savings(),
  ]);
  const wrong = urgentFindings(health.known() ?? []);
  const findings = wrong.toSorted((a, b) => Number(b.type === "error") - Number(a.type === "error"));
  const attention = await services.attention.open({
    failed: queue.failed,
    space: queue.waitingForSpace,
    undecided: queue.undecided,
    discs: waitingDiscs.count(),
  });
  return { queue, running: running.items, findings, attention, steps, sizes, formats, savings, now: clock.now() };
}

async function stepsOf({ settings, media, setup }: Services): Promise<FirstStep[]> {
  const [tools, skipped] = await Promise.all([media.tools(), setup.skipped()]);
  const programsFound = tools.ffmpeg.error === undefined && tools.ffprobe.error === undefined;
  const choseProfiles = await setup.choseProfiles();
  return firstSteps({ settings: settings.current(), programsFound, skipped, choseProfiles });
}

/** Collects the settings, programs and hardware for the forms of the steps. */
async function firstStepsData(
  services: Services,
  current?: FirstStep,
): Promise<Omit<FirstStepsData, "steps" | "current">> {
  const [data, connections, { tools }, machine] = await Promise.all([
    settingsData(services),
    // Querying the states of all connected applications can take seconds, so only the step that shows them does so.
    current?.id === "managers" ? services.connectionStates.current() : [],
    toolsCheck(services),
    services.hardware.machine(),
  ]);
  return { ...data, connections, tools, hardware: { transcoding: data.settings.transcoding, machine } };
}

/** Creates one selection per profile, so that one button queues exactly the files listed for it. */
async function gainList(
  { selections, profiles }: Services,
  kind: Gain["kind"],
  gains: Gain[],
): Promise<GainListData> {
  const groups = [];
  for (const [profileId, titles] of Map.groupBy(gains, (gain) => gain.profileId)) {
    const { name } = await profiles.recipe(profileId);
    const selectionId = selections.keep(titles.flatMap(({ files }) => files));
    groups.push({ profileId, profileName: name, selectionId, titles: titles.length });
  }
  return { kind, gains, groups };
}
