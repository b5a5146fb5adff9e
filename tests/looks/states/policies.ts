import { api } from "../../kit/service.ts";
import { address, type State, visit } from "../state.ts";
import type { World } from "../world.ts";

/** States of policies, the trace of a file and the recycle bins. */

const LARGE_MOVIES = {
  name: "Large movies",
  enabled: true,
  media: { source: "movie", minSizeBytes: 20e9 },
  profileId: "builtin-movie-1080p",
  bounds: { filesPerDay: 5, minGainPercent: 30 },
  hours: { from: "02:00", to: "02:01" },
};

/** Adds the policy unless it exists. Returns its path. */
async function policyPath({ url }: World): Promise<string> {
  const list = async () => (await api<{ id: string; name: string }[]>({ url }, "/api/policies")).body;
  const named = async () => (await list()).find(({ name }) => name === LARGE_MOVIES.name);
  if (await named() === undefined) await api({ url }, "/api/policies", { body: LARGE_MOVIES });
  return `/policies/${(await named())?.id}`;
}

/** Opens the trace of the largest file in the plan. */
async function traced(world: World): Promise<string> {
  await policyPath(world);
  const { body } = await api<{ largest: { localPath: string }[] }>(world, "/api/policies/plan", { body: {} });
  return `/policies/trace?path=${encodeURIComponent(body.largest[0]?.localPath ?? "")}`;
}

/** States of Auto > Policies and of the recycle bins. */
export const POLICY_STATES: State[] = [
  address("policies-first", "/policies", "h1", "new"),
  {
    name: "policies",
    open: async (page, world) => {
      await policyPath(world);
      await visit(page, world.url, "/policies");
      for (const list of await page.locator("details").all()) await list.locator("summary").click();
    },
  },
  address("policies-new", "/policies/new", "#policy-plan table"),
  address("policy", policyPath, "#policy-plan table"),
  address("policy-trace", traced, "h1"),
  address("bin", "/bin", "h1"),
];
