/** Settings that the environment holds: their variables, first one set wins. */
const LOCKS = [
  { key: "general.host.port", variables: ["SERVICE_PORT", "PORT"], read: Number },
  { key: "general.host.bindAddress", variables: ["SERVICE_HOST"], read: String },
  { key: "general.host.urlBase", variables: ["SERVICE_URL_BASE"], read: urlBase },
  { key: "general.logging.level", variables: ["LOG_LEVEL"], read: logLevel },
] as const;

/** One setting held by the environment. */
export interface EnvironmentLock {
  key: string;
  variable: string;
  value: unknown;
}

/** What this environment holds. Pure. */
export function environmentLocks(env: Record<string, string | undefined>): EnvironmentLock[] {
  return LOCKS.flatMap(({ key, variables, read }) => {
    const variable = variables.find((name) => env[name]?.trim());
    const value = variable === undefined ? undefined : read(env[variable]?.trim() ?? "");
    return variable === undefined || value === undefined ? [] : [{ key, variable, value }];
  });
}

/** Other programs know further levels under this name: one that is not ours holds nothing. */
function logLevel(text: string): string | undefined {
  return ["info", "debug", "trace"].find((level) => level === text.toLowerCase());
}

/** `lathe/`, `/lathe/` and `/lathe` are all `/lathe`. */
function urlBase(text: string): string {
  const path = text.replace(/^\/+|\/+$/g, "");
  return path === "" ? "" : `/${path}`;
}
