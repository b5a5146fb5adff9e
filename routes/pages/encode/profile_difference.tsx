import type { Profile } from "../../../lib/encode/profiles/schema.ts";
import { profileDifference } from "../../../lib/ui/profiles/profile_difference.ts";

/** Changes since a profile was cloned from its preset. */
export function ProfileDifference({ preset, profile }: { preset: { name: string }; profile: Profile }) {
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
