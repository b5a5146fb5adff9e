/** Settings that environment variables can lock. The first variable that is set is used. */
const LOCKS = [
  { key: "general.host.port", variables: ["SERVICE_PORT", "PORT"], read: Number },
  { key: "general.host.bindAddress", variables: ["SERVICE_HOST"], read: String },
  { key: "general.host.urlBase", variables: ["SERVICE_URL_BASE"], read: urlBase },
  { key: "general.logging.level", variables: ["LOG_LEVEL"], read: logLevel },
] as const;

/** One setting locked by the environment. */
export interface EnvironmentLock {
  key: string;
  variable: string;
  value: unknown;
}

/** Returns the settings locked by this environment. Pure. */
export function environmentLocks(env: Record<string, string | undefined>): EnvironmentLock[] {
  return LOCKS.flatMap(({ key, variables, read }) => {
    const variable = variables.find((name) => env[name]?.trim());
    const value = variable === undefined ? undefined : read(env[variable]?.trim() ?? "");
    return variable === undefined || value === undefined ? [] : [{ key, variable, value }];
  });
}

/** Parses `LOG_LEVEL`, in which other programs support more levels. Unknown levels lock nothing. */
function logLevel(text: string): string | undefined {
  return ["info", "debug", "trace"].find((level) => level === text.toLowerCase());
}

/** Normalises `lathe/`, `/lathe/` and `/lathe` to `/lathe`. */
function urlBase(text: string): string {
  const path = text.replace(/^\/+|\/+$/g, "");
  return path === "" ? "" : `/${path}`;
}
