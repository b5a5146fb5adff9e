import type { Task } from "../../../../lib/platform/model.ts";
import { hx, hxAction } from "../../../../lib/ui/hx.ts";
import { Icon } from "../../../../lib/ui/icon.tsx";
import { Empty } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { CHANGES, interval, Redrawn, SystemPage, took, When } from "./system_frame.tsx";

/** All scheduled tasks. `now` is the reference for displayed times. */
export interface TasksData {
  tasks: Task[];
  now: Date;
}

/** Page of scheduled tasks. */
export function TasksPage(data: TasksData) {
  return (
    <SystemPage title="Tasks" lead="Tasks that run on a schedule. Each task can also be run manually.">
      <Redrawn url={useLink()("/system/tasks?part=list")} target="#tasks">
        <TaskList {...data} />
      </Redrawn>
    </SystemPage>
  );
}

/** List of tasks. Polls while a task is running. */
export function TaskList({ tasks, now }: TasksData) {
  const link = useLink();
  const refresh = tasks.some(({ running }) => running)
    ? hx({ get: link("/system/tasks?part=list"), trigger: "every 2s", swap: "outerMorph", target: "this" })
    : {};
  return (
    <section id="tasks" class="redrawn" aria-label="Tasks" {...refresh}>
      {tasks.length === 0
        ? (
          <Empty title="No tasks">
            <p>Scheduled tasks appear here.</p>
          </Empty>
        )
        : (
          <div class="card flush table-wrap">
            <table class="cards">
              <thead>
                <tr>
                  <th scope="col">Task</th>
                  <th scope="col">Last run</th>
                  <th scope="col">Result</th>
                  <th scope="col">Next run</th>
                  <th scope="col">
                    <span class="visually-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>{tasks.map((task) => <TaskRow key={task.id} task={task} now={now} />)}</tbody>
            </table>
          </div>
        )}
    </section>
  );
}

function TaskRow({ task, now }: { task: Task; now: Date }) {
  const { name, intervalSeconds, enabled, disabledBecause, lastRun, lastDurationMs, nextRun, running } = task;
  return (
    <tr>
      <td class="lead">
        {name}
        <span class="small quiet block">{interval(intervalSeconds)}</span>
        {!enabled && <span class="small quiet block">Off: {disabledBecause ?? "disabled in the settings"}</span>}
      </td>
      <td class="moment" data-label="Last run">
        {lastRun
          ? (
            <span>
              <When at={lastRun} now={now} />
              {lastDurationMs !== undefined && <span class="small quiet block">took {took(lastDurationMs)}</span>}
            </span>
          )
          : "never"}
      </td>
      <td data-label="Result">
        <Outcome task={task} />
      </td>
      <td class="moment" data-label="Next run">
        {running ? "–" : nextRun ? <When at={nextRun} now={now} /> : enabled ? "on change" : "only manually"}
      </td>
      <td class="row-actions">
        <RunNow task={task} />
      </td>
    </tr>
  );
}

function Outcome({ task: { running, lastError, lastResult } }: { task: Task }) {
  if (running) {
    return (
      <span class="badge" data-tone="accent" role="status">
        <Icon name="clock" size={14} />Running
      </span>
    );
  }
  if (lastError === undefined) return <span class="outcome">{lastResult ?? "–"}</span>;
  return (
    <span class="outcome">
      <span class="badge" data-tone="bad">
        <Icon name="warn" size={14} />Failed
      </span>
      <span class="block">{lastError}</span>
    </span>
  );
}

function RunNow({ task: { id, name, running } }: { task: Task }) {
  const url = useLink()(`/api/system/tasks/${id}/run`);
  return (
    <form {...hxAction(url)} class={CHANGES} {...hx({ disable: "find button" })}>
      <button type="submit" disabled={running}>
        Run now<span class="visually-hidden">: {name}</span>
      </button>
    </form>
  );
}
