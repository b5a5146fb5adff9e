import { findPreset } from "../../../lib/encode/profiles/presets.ts";
import { folderSelection } from "../../data/folder_selection.ts";
import { libraryFiles, recentFiles, type TriedFile } from "../../data/library_files.ts";
import { profilePreview } from "../../data/profile_preview.ts";
import { ruleMatches } from "../../data/rule_matches.ts";
import { profileOptions } from "../../data/profile_choices.ts";
import { drawing } from "../../http/draw.ts";
import { asFault } from "../../http/problem.ts";
import { router } from "../../http/router.ts";
import type { Services } from "../../services/services.ts";
import { AdjustPage } from "./adjust/adjust.tsx";
import { adjustData } from "./adjust/adjust_data.ts";
import { EncodePage } from "./encode.tsx";
import { Totals, totalsOf, TotalsPage } from "./offers/totals.tsx";
import { encodeData } from "./offers/encode_data.ts";
import { ProfileEditPage } from "./profile_edit.tsx";
import { ProfileImportPage } from "./profile_import.tsx";
import { type ListedProfile, ProfileGroups, ProfilesPage } from "./profiles.tsx";
import { FoundFiles } from "./try_file.tsx";
import { SmartEditPage } from "./smart_edit.tsx";

const MAX_QUERY = 200;
/** Maximum number of files on which the page offers to try a profile. */
const MAX_RECENT = 5;
const MAX_FOUND = 10;

const foundFiles = async (services: Services, q: string): Promise<TriedFile[]> =>
  q === "" ? [] : await libraryFiles(services, { q, limit: MAX_FOUND });

/** Returns all profiles and smart profiles with their groups. */
async function listedProfiles(profiles: Services["profiles"]): Promise<ListedProfile[]> {
  const [plain, smart, names] = await Promise.all([profiles.list(), profiles.smart.list(), profiles.names()]);
  const byId = new Map([...names.plain, ...names.smart].map((one) => [one.id, one]));
  return [...smart, ...plain].map((profile) => {
    const { group = "own", obstacle } = byId.get(profile.id) ?? {};
    return { ...profile, group, obstacle };
  });
}

/** Pages for choosing files and profiles to encode. */
export function encodePages(services: Services) {
  const { profiles, selections, hardware } = services;
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
    // Several chosen files are always stored under a selection ID, which the totals need.
    const kept = selectionId ?? (paths.length > 1 ? selections.keep(paths.map((path) => ({ path }))) : undefined);
    const data = await encodeData(services, {
      paths,
      selectionId: kept,
      audioOnly: c.req.query("audioOnly") === "1",
    });
    const note = kept === undefined ? undefined : selections.note(kept);
    return page(c, <EncodePage {...data} note={note} />);
  });
  app.get("/encode/adjust", async (c) => page(c, <AdjustPage {...await adjustData(services, c.req.query())} />));
  app.get("/encode/totals", async (c) => {
    const totals = await totalsOf(services, {
      selectionId: c.req.query("selection") ?? "",
      audioOnly: c.req.query("audioOnly") === "1",
    });
    if (c.req.query("part") === "table") return fragment(c, <Totals {...totals} />);
    return page(c, <TotalsPage {...totals} />);
  });
  app.get("/profiles", async (c) => {
    const q = (c.req.query("q") ?? "").slice(0, MAX_QUERY);
    const data = { profiles: await listedProfiles(profiles), q };
    // The page and its list share one URL, so that a reload renders the whole page.
    return c.req.header("HX-Request") === undefined
      ? page(c, <ProfilesPage {...data} />)
      : fragment(c, <ProfileGroups {...data} />);
  });
  app.get("/profiles/files", async (c) => {
    const q = (c.req.query("q") ?? "").slice(0, MAX_QUERY);
    return fragment(c, <FoundFiles q={q} files={await foundFiles(services, q)} />);
  });
  app.get("/profiles/import", (c) => page(c, <ProfileImportPage />));
  app.get("/smart-profiles/:id", async (c) => {
    const [profile, bases, machine] = await Promise.all([
      profiles.smart.get(c.req.param("id")),
      profileOptions(services, ({ isSmart }) => !isSmart),
      hardware.machine(),
    ]);
    const data = { profile, bases, machine };
    if (c.req.query("test") !== "1") return page(c, <SmartEditPage {...data} />);
    const q = (c.req.query("q") ?? "").slice(0, MAX_QUERY);
    const recipe = await profiles.recipe(profile.id);
    const matches = await ruleMatches(services, recipe, { q, signal: c.req.raw.signal });
    return page(c, <SmartEditPage {...data} tested={{ q, matches }} />);
  });
  app.get("/profiles/:id", async (c) => {
    const profile = await profiles.get(c.req.param("id"));
    const preview = await profilePreview(services, { profileId: profile.id, audioOnly: false }).catch((error) => {
      const fault = asFault(error);
      if (fault.code === "internal") throw error;
      return { summary: [], warnings: [], streams: [], problem: fault.message };
    });
    const q = (c.req.query("q") ?? "").slice(0, MAX_QUERY);
    const [recent, found, machine] = await Promise.all([
      recentFiles(services, MAX_RECENT),
      foundFiles(services, q),
      hardware.machine(),
    ]);
    const tryFile = { profileId: profile.id, recent, found, q };
    const preset = profile.clonedFrom === undefined ? undefined : findPreset(profile.clonedFrom);
    const shown = { ...preview, sample: true };
    return page(c, <ProfileEditPage {...{ profile, preset, tryFile, machine }} preview={shown} />);
  });
  return app;
}
