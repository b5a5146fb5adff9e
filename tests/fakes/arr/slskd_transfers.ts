import { join } from "node:path";
import * as z from "zod";
import type { Clock } from "./shared/clock.ts";
import { span } from "./shared/commands.ts";
import { place } from "./shared/disk.ts";
import { boolOf, json, Refusal, type Routes } from "./shared/http.ts";
import { uuidOf } from "./shared/random.ts";
import type { Fields } from "./shared/types.ts";
import { Said } from "./slskd_searches.ts";

interface Transfer {
  id: string;
  username: string;
  filename: string;
  size: number;
  state: string;
  requestedAt: number;
  startedAt?: number;
  endedAt?: number;
  exception?: string;
}

/** Outcome of a download, which is the last flag of its state. */
export type Ending = "Succeeded" | "Cancelled" | "TimedOut" | "Errored" | "Rejected" | "Aborted";

export interface TransferOptions {
  clock: Clock;
  /** Download folder on this disk. */
  downloads: string;
  files?: string | undefined;
  durations: { queued: number; download: number };
  /** Peers that are offline. */
  offline: Set<string>;
  next: { ending: Ending };
  /** Versions before 0.22 respond to a queued download with an empty body. */
  old: boolean;
}

const Wanted = z.array(z.looseObject({ filename: z.string(), size: z.number() }));

interface TransferState extends TransferOptions {
  transfers: Transfer[];
}

/** Download routes. Downloads pass through their states and leave a real file. */
export function transferRoutes(options: TransferOptions): Routes {
  const state: TransferState = { ...options, transfers: [] };
  return {
    "GET /transfers/downloads": () => json(usersOf(state).map((user) => byFolder(state, user))),
    "GET /transfers/downloads/:user": ({ params }) => {
      if (!usersOf(state).includes(params.user ?? "")) throw new Refusal(404);
      return json(byFolder(state, params.user ?? ""));
    },
    "POST /transfers/downloads/:user": ({ params, body }) => enqueue(state, params.user ?? "", body),
    "GET /transfers/downloads/:user/:key": ({ params }) => json(resource(state, one(state, params))),
    "GET /transfers/downloads/:user/:key/position": ({ params }) =>
      json(one(state, params).state.startsWith("Queued") ? 1 : 0),
    "DELETE /transfers/downloads/:user/:key": async ({ params, query }) => {
      const { transfers } = state;
      const transfer = one(state, params);
      await end(state, transfer, "Cancelled");
      if (boolOf(query, "remove")) transfers.splice(transfers.indexOf(transfer), 1);
      return new Response(null, { status: 204 });
    },
  };
}

function enqueue(state: TransferState, username: string, body: unknown): Response {
  const { clock, durations, transfers } = state;
  const { data } = Wanted.safeParse(body);
  if (data === undefined || data.length === 0) throw new Said(400, "At least one file is required");
  if (state.offline.has(username)) throw new Said(500, `User ${username} appears to be offline`);
  const enqueued = data.map(({ filename, size }) => {
    const id = uuidOf(`transfer/${transfers.length}/${username}/${filename}`);
    const transfer: Transfer = { id, username, filename, size, state: "Queued, Remotely", requestedAt: clock.now() };
    transfers.push(transfer);
    const { ending } = state.next;
    clock.after(durations.queued, () => begin(state, transfer, ending));
    return transfer;
  });
  if (state.old) return new Response(null, { status: 201 });
  return json({ enqueued: enqueued.map((transfer) => resource(state, transfer)), failed: [] }, 201);
}

function begin(state: TransferState, transfer: Transfer, ending: Ending): void {
  const { clock, durations } = state;
  if (transfer.endedAt !== undefined) return;
  if (ending === "Rejected") return void end(state, transfer, ending);
  transfer.state = "InProgress";
  transfer.startedAt = clock.now();
  clock.after(durations.download, () => end(state, transfer, ending));
}

async function end(state: TransferState, transfer: Transfer, ending: Ending): Promise<void> {
  if (transfer.endedAt !== undefined) return;
  transfer.endedAt = state.clock.now();
  if (ending === "Succeeded") await write(state, transfer);
  else if (ending === "Rejected") transfer.exception = "Transfer rejected: File not shared.";
  else transfer.exception = `Transfer failed: ${ending}`;
  transfer.state = `Completed, ${ending}`;
}

/** Writes the file to the downloads folder, in a subfolder named after the last segment of the remote folder. */
async function write({ downloads, files }: TransferState, { filename }: Transfer): Promise<void> {
  const [folder = "", name = ""] = filename.split("\\").slice(-2).map((part) => part.replace(/[/\0]/g, "_"));
  const path = join(downloads, folder, name);
  if (files !== undefined) return await place(files, path, "copy");
  await Deno.mkdir(join(downloads, folder), { recursive: true });
  await Deno.writeFile(path, new Uint8Array(1024));
}

const iso = (at: number | undefined) => at === undefined ? undefined : new Date(at).toISOString();

function resource({ clock, durations }: TransferState, transfer: Transfer): Fields {
  const { startedAt, endedAt, state, size, requestedAt } = transfer;
  const share = state.endsWith("Succeeded")
    ? 1
    : startedAt === undefined
    ? 0
    : Math.min(0.99, ((endedAt ?? clock.now()) - startedAt) / Math.max(1, durations.download));
  return {
    id: transfer.id,
    username: transfer.username,
    direction: "Download",
    filename: transfer.filename,
    size,
    state,
    stateDescription: state,
    requestedAt: iso(requestedAt),
    enqueuedAt: iso(requestedAt),
    startedAt: iso(startedAt),
    endedAt: iso(endedAt),
    bytesTransferred: Math.round(size * share),
    bytesRemaining: size - Math.round(size * share),
    averageSpeed: startedAt === undefined ? 0 : size / Math.max(1, durations.download / 1000),
    percentComplete: share * 100,
    ...(state === "InProgress" ? { remainingTime: span((1 - share) * durations.download) } : {}),
    ...(state === "Queued, Remotely" ? { placeInQueue: 1 } : {}),
    exception: transfer.exception,
    attempts: 1,
  };
}

/** Groups the downloads from one user by their remote folder. */
function byFolder(state: TransferState, username: string): Fields {
  const own = state.transfers.filter((transfer) => transfer.username === username);
  const folders = Map.groupBy(own, ({ filename }) => filename.slice(0, Math.max(0, filename.lastIndexOf("\\"))));
  const directories = [...folders].map(([directory, list]) => ({
    directory,
    fileCount: list.length,
    files: list.map((transfer) => resource(state, transfer)),
  }));
  return { username, directories };
}

function one({ transfers }: TransferState, { user, key }: Record<string, string>): Transfer {
  const found = transfers.find(({ id, username }) => id === key && username === user);
  if (found === undefined) throw new Refusal(404);
  return found;
}

const usersOf = ({ transfers }: TransferState): string[] => [...new Set(transfers.map(({ username }) => username))];
