import { findPreset } from "../../../lib/encode/profiles/presets.ts";
import { folderSelection } from "../../api/jobs/folder_selection.ts";
import { previewOf } from "../../api/encode/profiles.tsx";
import { drawing } from "../../http/draw.ts";
import { asFault } from "../../http/problem.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services.ts";
import { EncodePage } from "./encode.tsx";
import { Totals, totalsOf, TotalsPage } from "./offers/totals.tsx";
import { encodeData } from "./offers/encode_data.ts";
import { ProfileEditPage } from "./profile_edit.tsx";
import { ProfileImportPage } from "./profile_import.tsx";
import { ProfilesPage } from "./profiles.tsx";
import { SmartEditPage } from "./smart_edit.tsx";

/** What is to be encoded, and how. */
export function encodePages(services: Services) {
  const { profiles, selections } = services;
  const { page, fragment } = drawing(services);
  const app = router();
  app.get("/encode", async (c) => {
    const [folder] = c.req.query("subfolders") === "1" ? c.req.queries("path") ?? [] : [];
    if (folder !== undefined) {
      const { id } = await folderSelection(services, folder, c.req.raw.signal);
      return c.redirect(`${services.instance.urlBase}/encode?selection=${id}`, 303);
    }
    const selectionId = c.req.query("selection");
    const paths = selectionId === undefined ? c.req.queries("path") ?? [] : selections.paths(selectionId);
    // Several files are totalled by an id, however they came here.
    const kept = selectionId ?? (paths.length > 1 ? selections.keep(paths.map((path) => ({ path }))) : undefined);
    const data = await encodeData(services, {
      paths,
      selectionId: kept,
      audioOnly: c.req.query("audioOnly") === "1",
    });
    const note = kept === undefined ? undefined : selections.note(kept);
    return page(c, <EncodePage {...data} note={note} />);
  });
  app.get("/encode/totals", async (c) => {
    const totals = await totalsOf(services, {
      selectionId: c.req.query("selection") ?? "",
      audioOnly: c.req.query("audioOnly") === "1",
    });
    if (c.req.query("part") === "table") return fragment(c, <Totals {...totals} />);
    return page(c, <TotalsPage {...totals} />);
  });
  app.get("/profiles", async (c) => {
    const [plain, smart] = await Promise.all([profiles.list(), profiles.smart.list()]);
    return page(c, <ProfilesPage profiles={plain} smart={smart} />);
  });
  app.get("/profiles/import", (c) => page(c, <ProfileImportPage />));
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
    const preset = profile.clonedFrom === undefined ? undefined : findPreset(profile.clonedFrom);
    return page(c, <ProfileEditPage profile={profile} preset={preset} preview={{ ...preview, sample: true }} />);
  });
  return app;
}
