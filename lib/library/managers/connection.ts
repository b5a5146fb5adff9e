import * as z from "zod";
import { MANAGERS } from "../../platform/managers/kinds.ts";
import type { ManagerClient } from "./client.ts";
import { type Limits, ManagerProblem } from "./request.ts";

/** Result of a connection test. */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  version: z.string().optional(),
  appName: z.string().optional(),
  error: z.string().optional(),
}).meta({ id: "ConnectionTest" });
/** `error` is the reason if `ok` is false. If `ok` is true, it is a warning, for example that slskd has no login. */
export type ConnectionTest = z.infer<typeof ConnectionTest>;

const ArrStatus = z.object({ appName: z.string().max(100), version: z.string().max(100) });
const SoulseekStatus = z.object({
  version: z.object({ full: z.string().max(200).optional(), current: z.string().max(200).optional() }),
  server: z.object({ isLoggedIn: z.boolean().optional() }).optional(),
});

/** A test result, and the date on the application's clock. */
export interface ConnectionState extends ConnectionTest {
  date?: Date;
}

/** Requests name and version of an application. Never throws for errors of the application. */
export async function testConnection(
  manager: ManagerClient,
  options: Limits = {},
): Promise<ConnectionState> {
  const { app, kind } = manager;
  const { statusPath } = MANAGERS[kind];
  try {
    if (kind === "soulseek") {
      const { version, server } = await manager.get(statusPath, SoulseekStatus, options);
      const known = { appName: app, version: version.current ?? version.full };
      return server?.isLoggedIn === false
        ? { ok: true, ...known, error: "slskd is running but not logged in to the Soulseek network, so searches fail." }
        : { ok: true, ...known };
    }
    const { data: { appName, version }, date } = await manager.getDated(statusPath, ArrStatus, options);
    return appName === app
      ? { ok: true, appName, version, date }
      : { ok: false, appName, version, error: `This is ${appName}, not ${app}.` };
  } catch (error) {
    if (error instanceof ManagerProblem) return { ok: false, error: error.message };
    throw error;
  }
}
