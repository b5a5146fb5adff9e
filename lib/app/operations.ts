import { taskRunRepository } from "../../db/platform/task_runs.ts";
import type { Profiles } from "../encode/profiles/service.ts";
import type { FarmCalls } from "../farm/farm_services.ts";
import type { RunningJobs } from "../jobs/create_jobs.ts";
import { VERSION } from "../kit/version.ts";
import type { Auth } from "../platform/auth/service.ts";
import type { Core, District } from "../platform/core.ts";
import type { EventLog } from "../platform/events/event_log.ts";
import type { HealthProbe } from "../platform/health/probe.ts";
import { createHealth, type Health } from "../platform/health/service.ts";
import { backupProbe } from "../platform/health/upkeep.ts";
import type { ProgramRules } from "../platform/settings/program_rules.ts";
import { createSettingsChange, type SettingsChange } from "../platform/settings_change.ts";
import { createFirstStarts } from "../platform/tasks/first_starts.ts";
import { createTasks, DAY_SECONDS, type TaskDefinition, type Tasks } from "../platform/tasks/runner.ts";
import { type Backups, createBackups } from "./backup/service.ts";
import type { InstanceBusEvents } from "./instance_events.ts";
import type { InstanceOptions, OpenedInstance } from "./instance_options.ts";
import { keepAwake } from "./status/keep_awake.ts";
import { createMetrics, type Metrics } from "./status/metrics.ts";
import { ruleFacts } from "../encode/profiles/rule_facts.ts";
import type { SleepInhibitor } from "../jobs/power/sleep_inhibitor.ts";
import { count } from "../kit/format.ts";

/** Services that maintain the instance as a whole. */
export interface Operations {
  health: Health;
  tasks: Tasks;
  backups: Backups;
  metrics: Metrics;
  settingsChange: SettingsChange;
}

/** Services that operations depend on, and the health checks and tasks of all districts. */
export interface OperationsUpstream {
  probes: HealthProbe[];
  tasks: TaskDefinition[];
  profiles: Profiles;
  jobs: RunningJobs;
  farm: FarmCalls;
  auth: Auth;
  events: EventLog;
  programs: ProgramRules;
  sleep: SleepInhibitor;
  startedAt: Date;
}

/** Creates the operations of the instance without starting a task. */
export function createOperations(
  core: Core<InstanceBusEvents>,
  { env, files }: InstanceOptions,
  { local, migrations }: OpenedInstance,
  upstream: OperationsUpstream,
): District<Operations> {
  const { storage, store, keyValues, bus, clock, log } = core;
  const { profiles, jobs, farm, sleep, startedAt } = upstream;
  const programsLocked = env.SERVICE_LOCK_PROGRAMS === "1";
  const backups = createBackups({
    ...core,
    programs: upstream.programs,
    programsLocked,
    version: VERSION,
    migrations,
    local,
    importWorkerUrl: files.importWorkerUrl,
    ownProgram: files.ownProgram,
  });
  const firstStarts = createFirstStarts({ facts: keyValues, clock, log });
  const firstStart = async () => (await firstStarts.of([BACKUP_TASK])).get(BACKUP_TASK) ?? startedAt;
  const health = createHealth({ ...core, probes: [...upstream.probes, backupProbe({ ...core, backups, firstStart })] });
  const tasks = createTasks({
    ...core,
    definitions: [healthTask(health), ...upstream.tasks, backupTask(backups, core)],
    repository: taskRunRepository(store),
    firstStarts,
  });
  const { queueState: queue, speeds, parts } = jobs;
  const metrics = createMetrics({
    bus,
    queue,
    tasks: tasks.list,
    speeds,
    parts,
    agents: farm.list,
    version: VERSION,
    startedAt,
  });
  const stopKeepingAwake = keepAwake({ ...core, sleep });
  const facts = ruleFacts({ profiles, configDir: storage.configDir });
  return {
    services: {
      health,
      tasks,
      backups,
      metrics,
      settingsChange: createSettingsChange({ ...core, ...upstream, facts, programsLocked }),
    },
    async close() {
      await backups.stop();
      await tasks.stop();
      stopKeepingAwake();
      metrics.close();
      await sleep.close();
    },
  };
}

/** ID of the backup task. */
const BACKUP_TASK = "backup";

/** Creates the task that runs the health checks. */
export const healthTask = (health: Pick<Health, "check">): TaskDefinition => ({
  id: "health",
  name: "Check health",
  schedule: () => ({ everySeconds: 300 }),
  async run() {
    const problems = (await health.check()).filter(({ type }) => type !== "ok").length;
    return problems === 0 ? "No problems" : count(problems, "problem");
  },
});

/** Creates the task that creates a backup and removes outdated ones. */
export const backupTask = (
  backups: Pick<Backups, "create" | "prune">,
  { settings }: Pick<Core<never>, "settings">,
): TaskDefinition => ({
  id: BACKUP_TASK,
  name: "Backup configuration",
  schedule: () => ({ everySeconds: settings.current().general.backups.intervalDays * DAY_SECONDS }),
  async run() {
    const { name } = await backups.create("scheduled");
    const removed = await backups.prune();
    return removed === 0 ? name : `${name}; ${count(removed, "old backup")} removed`;
  },
});
