import { previewOf } from "../../api/encode/profiles.tsx";
import { drawing } from "../../http/draw.ts";
import { asFault } from "../../http/problem.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services.ts";
import { EncodePage } from "./encode.tsx";
import { encodeData } from "./encode_data.ts";
import { ProfileEditPage } from "./profile_edit.tsx";
import { ProfilesPage } from "./profiles.tsx";
import { SmartEditPage } from "./smart_edit.tsx";

/** What is to be encoded, and how. */
export function encodePages(services: Services) {
  const { profiles, selections } = services;
  const { page } = drawing(services);
  const app = router();
  app.get("/encode", async (c) => {
    const selectionId = c.req.query("selection");
    const paths = selectionId === undefined ? c.req.queries("path") ?? [] : selections.paths(selectionId);
    const data = await encodeData(services, { paths, selectionId, audioOnly: c.req.query("audioOnly") === "1" });
    return page(c, <EncodePage {...data} />);
  });
  app.get("/profiles", async (c) => {
    const [plain, smart] = await Promise.all([profiles.list(), profiles.smart.list()]);
    return page(c, <ProfilesPage profiles={plain} smart={smart} />);
  });
  app.get("/smart-profiles/:id", async (c) => {
    const [profile, bases] = await Promise.all([profiles.smart.get(c.req.param("id")), profiles.list()]);
    return page(c, <SmartEditPage profile={profile} bases={bases} />);
  });
  app.get("/profiles/:id", async (c) => {
    const profile = await profiles.get(c.req.param("id"));
    const preview = await previewOf(services, { profileId: profile.id, audioOnly: false }).catch((error) => {
      const fault = asFault(error);
      if (fault.code === "internal") throw error;
      return { summary: [], warnings: [], streams: [], problem: fault.message };
    });
    return page(c, <ProfileEditPage profile={profile} preview={{ ...preview, sample: true }} />);
  });
  return app;
}
