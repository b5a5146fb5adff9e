import { bytes } from "../../../../lib/kit/format.ts";
import type { Policy, PolicyInput } from "../../../../lib/library/policies/model.ts";
import type { Choice } from "../../../../lib/ui/choice_options.tsx";
import { CheckField, ChecksField, LinesField, NumberField, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { FORMATS, RESOLUTION_NAMES } from "../usage/format_names.ts";
import { PlanSection, type PlanView } from "../../../../lib/ui/policies/policy_plan.tsx";
import { ORDER_NAMES, RANGE_NAMES, SOURCE_NAMES, WATCHED_NAMES } from "./policy_texts.ts";

/** Data of the editor. A new policy has no ID. */
export interface PolicyFormData {
  id?: string;
  policy: PolicyInput;
  profiles: Choice[];
  plan: PlanView;
  /** True if a player is connected, so that watched states are known. */
  hasPlayer: boolean;
}

const GB = 1e9;
const SIZES = [0, 1, 2, 5, 10, 20, 30, 40, 60, 80].map((size) => size * GB);
const DAILY_SIZES = [0, 50, 100, 250, 500, 1000, 2000].map((size) => size * GB);

/** Editor of a policy, with the plan that follows every change. */
export function PolicyFormPage({ id, policy, profiles, plan, hasPlayer }: PolicyFormData) {
  const link = useLink();
  const target = id === undefined
    ? hxForm(link("/api/policies"), { then: "/policies" })
    : hxForm(link(`/api/policies/${id}`), { method: "put", then: "/policies" });
  const preview = hx({
    post: link("/api/policies/plan"),
    // A page only reads, so the form requests the plan for which files are read in the background.
    trigger: "load delay:100ms, input delay:600ms, change",
    target: "#policy-plan",
    swap: "innerMorph",
    sync: "this:replace",
    validate: "true",
  });
  return (
    <Page
      title={id === undefined ? "New policy" : policy.name}
      lead={id === undefined
        ? "The plan shows what the policy would do. It queues nothing until it is enabled."
        : "The plan shows what the saved policies would do with this change."}
      actions={<a class="button" href={link("/policies")}>All policies</a>}
    >
      <div class="editor">
        <form {...target} id="policy-form" class="stack">
          <input type="hidden" name="enabled:boolean" value={String(policy.enabled)} />
          {id !== undefined && <input type="hidden" name="draftId" value={id} />}
          <fieldset class="stack" {...preview}>
            <legend class="visually-hidden">Policy</legend>
            <section class="card stack" aria-label="Policy">
              <TextField name="name" label="Name" value={policy.name} required />
              <SelectField name="profileId" label="Profile" value={policy.profileId} options={profiles} />
            </section>
            <section class="card stack" aria-labelledby="files-h">
              <h2 id="files-h">Files</h2>
              <MediaFields media={policy.media} hasPlayer={hasPlayer} />
            </section>
            <section class="card stack" aria-labelledby="limits-h">
              <h2 id="limits-h">Order and limits</h2>
              <BoundFields policy={policy} />
            </section>
          </fieldset>
          <div class="save-bar">
            <button type="submit" class="primary">{id === undefined ? "Add policy" : "Save policy"}</button>
            {!policy.enabled && (
              <button type="submit" name="enabled:boolean" value="true">
                {id === undefined ? "Add and enable" : "Save and enable"}
              </button>
            )}
          </div>
        </form>
        <aside class="editor-preview" aria-label="What this policy does">
          <div id="policy-plan" aria-live="polite">
            <PlanSection {...plan} title="Plan" />
          </div>
        </aside>
      </div>
    </Page>
  );
}

function MediaFields({ media, hasPlayer }: { media: PolicyInput["media"]; hasPlayer: boolean }) {
  const names = <T extends string>(all: Record<T, { name: string }>, values: readonly T[]) =>
    values.map((value) => [value, all[value].name] as const);
  return (
    <>
      <SelectField name="media.source" label="Library" value={media.source} options={Object.entries(SOURCE_NAMES)} />
      <CheckField name="media.remuxOnly" label="Remuxes only" checked={media.remuxOnly} />
      <ChecksField
        name="media.resolutions"
        label="Resolutions"
        help="None selected = all"
        values={media.resolutions}
        options={names(RESOLUTION_NAMES, ["2160p", "1080p", "720p", "sd"])}
      />
      <ChecksField
        name="media.codecs"
        label="Codecs"
        help="None selected = all"
        values={media.codecs}
        options={names(FORMATS, ["h264", "hevc", "av1", "vc1", "mpeg2", "mpeg4", "vp9"])}
      />
      <ChecksField
        name="media.ranges"
        label="Dynamic range"
        help="None selected = all"
        values={media.ranges}
        options={Object.entries(RANGE_NAMES)}
      />
      <SelectField
        name="media.minSizeBytes"
        label="Minimum size"
        type="number"
        value={String(media.minSizeBytes)}
        options={sizeOptions(SIZES, media.minSizeBytes, "Any size")}
      />
      <NumberField
        name="media.minAgeDays"
        label="Minimum days since the file was added"
        value={media.minAgeDays}
        min={0}
        max={36500}
      />
      <LinesField
        name="media.folders"
        label="Folders"
        help="One local path per line; empty = all folders of the library"
        value={media.folders}
      />
      <TextField
        name="media.tags"
        label="Tags"
        type="list"
        help="Tags in Radarr or Sonarr, separated by commas; a file needs one of them"
        value={media.tags.join(", ")}
      />
      <TextField
        name="media.genres"
        label="Genres"
        type="list"
        help="Separated by commas; a file needs one of them"
        value={media.genres.join(", ")}
      />
      {(hasPlayer || media.watched !== "any") && (
        <SelectField
          name="media.watched"
          label="Watched state"
          value={media.watched}
          options={Object.entries(WATCHED_NAMES)}
        />
      )}
    </>
  );
}

function BoundFields({ policy: { bounds, hours, orderBy } }: { policy: PolicyInput }) {
  return (
    <>
      <SelectField name="orderBy" label="Order" value={orderBy} options={Object.entries(ORDER_NAMES)} />
      <NumberField
        name="bounds.filesPerDay"
        label="Maximum files per day"
        help="0 = unlimited"
        value={bounds.filesPerDay}
        min={0}
        max={100000}
      />
      <SelectField
        name="bounds.bytesPerDay"
        label="Maximum size of the queued files per day"
        type="number"
        value={String(bounds.bytesPerDay)}
        options={sizeOptions(DAILY_SIZES, bounds.bytesPerDay, "Unlimited")}
      />
      <NumberField
        name="bounds.minGainPercent"
        label="Minimum saving in percent"
        help="Files with a smaller expected saving are skipped"
        value={bounds.minGainPercent}
        min={0}
        max={90}
      />
      <CheckField
        name="bounds.skipHardLinks"
        label="Skip files with hard links"
        help="Such files are often still shared by a download client, and encoding them frees no space"
        checked={bounds.skipHardLinks}
      />
      <TextField
        name="hours.from:text??"
        label="Queue files from"
        type="time"
        help="Local time; empty = at any time"
        value={hours?.from ?? ""}
      />
      <TextField name="hours.to:text??" label="until" type="time" value={hours?.to ?? ""} />
    </>
  );
}

/** Returns sizes as options of a select, including the current value. */
function sizeOptions(sizes: readonly number[], current: number, none: string): [string, string][] {
  return [...new Set([...sizes, current])].sort((a, b) => a - b).map((size) => [
    String(size),
    size === 0 ? none : bytes(size),
  ]);
}

/** Returns the input that a saved policy was created from. */
export const inputOf = (
  { name, enabled, media, profileId, bounds, hours, orderBy }: Policy,
): PolicyInput => ({ name, enabled, media, profileId, bounds, hours, orderBy });
