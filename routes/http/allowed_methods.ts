/** One registered route, as the router lists it. */
interface Route {
  method: string;
  path: string;
}

/** The methods `path` answers, for the Allow header of a 405; empty when there is no such path at all. Pure. */
export function allowedMethods(routes: Route[], path: string): string[] {
  const methods = new Set<string>();
  for (const route of routes) {
    if (route.method === "ALL" || !matches(route.path, path)) continue;
    methods.add(route.method);
    if (route.method === "GET") methods.add("HEAD");
  }
  return [...methods].sort();
}

/** Whether a path is one of a pattern with `:name` segments. */
function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  return wanted.length === given.length &&
    wanted.every((segment, i) => segment.startsWith(":") ? given[i] !== "" : segment === given[i]);
}
