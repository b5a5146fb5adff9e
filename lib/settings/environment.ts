/** Settings that the environment holds (interface.txt, Settings): their variables, first one set wins. */
const LOCKS = [
  { key: "general.host.port", variables: ["SERVICE_PORT", "PORT"], read: Number },
  { key: "general.host.bindAddress", variables: ["SERVICE_HOST"], read: String },
  { key: "general.host.urlBase", variables: ["SERVICE_URL_BASE"], read: urlBase },
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
    return variable === undefined ? [] : [{ key, variable, value: read(env[variable]?.trim() ?? "") }];
  });
}

/** `lathe/`, `/lathe/` and `/lathe` are all `/lathe`. */
function urlBase(text: string): string {
  const path = text.replace(/^\/+|\/+$/g, "");
  return path === "" ? "" : `/${path}`;
}
