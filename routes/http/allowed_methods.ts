/** One registered route, as listed by the router. */
interface Route {
  method: string;
  path: string;
}

/** Returns the methods supported at `path`, for the Allow header of a 405. Empty if the path does not exist. Pure. */
export function allowedMethods(routes: Route[], path: string): string[] {
  const methods = new Set<string>();
  for (const route of routes) {
    if (route.method === "ALL" || !matches(route.path, path)) continue;
    methods.add(route.method);
    if (route.method === "GET") methods.add("HEAD");
  }
  return [...methods].sort();
}

/** True if a path matches a pattern with `:name` segments. */
function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  return wanted.length === given.length &&
    wanted.every((segment, i) => segment.startsWith(":") ? given[i] !== "" : segment === given[i]);
}
