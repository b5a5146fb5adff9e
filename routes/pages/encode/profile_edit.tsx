import { type EncodeMachine, profileObstacle } from "../../../lib/encode/profiles/choices/obstacles.ts";
import type { Profile, Recipe } from "../../../lib/encode/profiles/schema.ts";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Note, Page } from "../../../lib/ui/layout.tsx";
import { ProfilePreview, type ProfilePreviewData } from "../../../lib/ui/components/profile_preview.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { TryFile, type TryFileData } from "./try_file.tsx";
import { ProfileFields } from "./profile_form/profile_fields.tsx";
import { encoderScales } from "../../../lib/ui/profiles/encoder_scales.ts";
import { profileDifference } from "../../../lib/ui/profiles/profile_difference.ts";

/** A saved profile, and the data for trying it on a file. */
export interface ProfileEditData {
  profile: Profile;
  preview: ProfilePreviewData;
  tryFile: TryFileData;
  /** Preset from which the profile was cloned, if it still exists. */
  preset?: Recipe;
  machine: EncodeMachine;
}

/** Form of one profile, next to the resulting command. Presets are shown the same way, but read-only. */
export function ProfileEditPage({ profile, preview, preset, tryFile, machine }: ProfileEditData) {
  const link = useLink();
  const locked = profile.builtin;
  const obstacle = profileObstacle(profile, machine);
  return (
    <Page
      title={profile.name}
      lead={locked
        ? "This is a preset. Clone it to change its settings."
        : "The command on the right updates with every change. Saving affects future jobs only."}
      actions={
        <>
          <a class="button" href={link("/profiles")}>All profiles</a>
          <a class="button" href={link(`/api/profiles/${profile.id}/export`)} download>Export</a>
          <form {...hxForm(link(`/api/profiles/${profile.id}/clone`), { then: "/profiles/{id}" })}>
            <button type="submit" class={locked ? "primary" : ""}>Clone</button>
          </form>
        </>
      }
    >
      {obstacle !== undefined && <Note tone="warn">The profile cannot run on this server. {obstacle}</Note>}
      <div class="editor">
        <div class="stack">
          <ProfileForm profile={profile} preset={preset} machine={machine} />
          {preset && <ProfileDifference preset={preset} profile={profile} />}
        </div>
        <aside class="editor-preview" aria-label="What this profile does">
          <TryFile {...tryFile} />
          <div id="profile-preview" aria-live="polite">
            <ProfilePreview {...preview} />
          </div>
        </aside>
      </div>
    </Page>
  );
}

/** Form of a profile. Every change requests a preview, and the button saves. */
function ProfileForm({ profile, preset, machine }: Pick<ProfileEditData, "profile" | "preset" | "machine">) {
  const link = useLink();
  const locked = profile.builtin;
  return (
    <form
      id="profile-form"
      data-behaviour="profileForm"
      data-scales={JSON.stringify(encoderScales())}
      {...hxForm(link(`/api/profiles/${profile.id}`), { method: "put", done: "Profile saved." })}
    >
      <fieldset
        disabled={locked}
        class="card"
        {...hx({
          post: link("/api/profiles/preview"),
          trigger: "input delay:300ms, change",
          target: "#profile-preview",
          swap: "innerMorph",
          sync: "this:replace",
          validate: "true",
        })}
      >
        <legend class="visually-hidden">Profile settings</legend>
        <ProfileFields profile={profile} preset={preset} machine={machine} />
      </fieldset>
      {!locked && (
        <div class="save-bar">
          <button type="submit" class="primary">Save profile</button>
        </div>
      )}
    </form>
  );
}

/** Fields in which a profile differs from the preset from which it was cloned. */
function ProfileDifference({ preset, profile }: { preset: { name: string }; profile: Profile }) {
  const fields = profileDifference(preset, profile);
  return (
    <section class="card stack" aria-labelledby="difference-h">
      <h2 id="difference-h">Changed from {preset.name}</h2>
      {fields.length === 0 ? <p class="quiet">No changes yet: it matches the preset.</p> : (
        <div class="table-wrap">
          <table aria-label={`Changed from ${preset.name}`}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Preset</th>
                <th scope="col">This profile</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ label, before, after }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td class="words">{before}</td>
                  <td class="words">{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
