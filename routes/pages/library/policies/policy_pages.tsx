import { Fault } from "../../../../lib/kit/fault.ts";
import { PolicyInput } from "../../../../lib/library/policies/model.ts";
import { planView } from "../../../data/plan_view.ts";
import { profileOptions } from "../../../data/profile_choices.ts";
import { drawing } from "../../../http/draw.ts";
import { router } from "../../../http/router.ts";
import type { Services } from "../../../services/services.ts";
import { inputOf, PolicyFormPage } from "./policy_form.tsx";
import { PoliciesPage } from "./policy_list.tsx";
import { PolicyTracePage } from "./policy_trace.tsx";

/** Pages of policies: the list with its plan, the editor, and the trace of one file. */
export function policyPages(services: Services) {
  const { policies } = services;
  const { page } = drawing(services);
  const app = router();
  app.get("/policies", async (c) => {
    const [list, plan, runs, profiles] = await Promise.all([
      policies.list(),
      policies.plan(undefined, { readOnly: true }),
      policies.runs(),
      profileOptions(services),
    ]);
    const profileNames = new Map(profiles.map(({ id, name }) => [id, name]));
    return page(
      c,
      <PoliciesPage policies={list} profileNames={profileNames} plan={await planView(services, plan)} runs={runs} />,
    );
  });
  app.get("/policies/new", async (c) => page(c, await editor(services, newPolicy(services))));
  app.get("/policies/trace", async (c) => {
    const path = c.req.query("path");
    if (path === undefined) throw new Fault("not_found", "The page of a file needs its path.");
    return page(c, <PolicyTracePage trace={await policies.trace(path)} />);
  });
  app.get("/policies/:id", async (c) => {
    const id = c.req.param("id");
    const policy = await policies.get(id);
    if (policy.builtIn) return c.redirect(`${services.instance.urlBase}/${policy.settingsPage}`);
    return page(c, await editor(services, inputOf(policy), id));
  });
  return app;
}

/** Returns a new policy for the first library that is connected, with its default profile. */
function newPolicy({ settings }: Pick<Services, "settings">): PolicyInput {
  const { connections, localMedia, defaultProfiles } = settings.current();
  if (!connections.movie.enabled && !connections.series.enabled && localMedia.enabled) {
    return PolicyInput.parse({
      name: "Local media",
      media: { source: "local" },
      profileId: defaultProfiles.movie,
      // Local media are often encoded already, and those files would hardly become smaller.
      bounds: { minGainPercent: 20 },
    });
  }
  const isSeries = connections.series.enabled && !connections.movie.enabled;
  return PolicyInput.parse({
    name: "Remuxes",
    media: { source: isSeries ? "series" : "movie", remuxOnly: true },
    profileId: isSeries ? defaultProfiles.tv : defaultProfiles.movie,
  });
}

async function editor(services: Services, policy: PolicyInput, id?: string) {
  const [plan, profiles, players] = await Promise.all([
    services.policies.plan({ policy, ...(id === undefined ? {} : { id }) }, { readOnly: true }),
    profileOptions(services),
    services.players.list(),
  ]);
  return (
    <PolicyFormPage
      {...(id === undefined ? {} : { id })}
      policy={policy}
      profiles={profiles}
      plan={await planView(services, plan)}
      hasPlayer={players.length > 0}
    />
  );
}
