import type { ReadProfile } from "../../encode/profiles/import/handbrake_preset.ts";
import { Note } from "../layout.tsx";

/** Profiles in an import file, each with a checkbox and the effect of importing it. */
export function ImportPreview({ from, profiles }: { from: "lathe" | "handbrake"; profiles: ReadProfile[] }) {
  const usable = profiles.filter(({ profile }) => profile !== undefined).length;
  return (
    <section class="stack" aria-labelledby="import-found-h">
      <h2 id="import-found-h">
        {`${usable} of ${profiles.length} can be imported from ${from === "lathe" ? "Lathe" : "HandBrake"}`}
      </h2>
      <input type="hidden" name="only:numbers" value="" />
      <ul class="import-list">
        {profiles.map((one, i) => (
          <li key={i} class="card stack">
            <label class="check">
              <input
                type="checkbox"
                name="only:numbers"
                value={String(i)}
                checked={one.profile !== undefined}
                disabled={one.profile === undefined}
              />
              {one.name}
            </label>
            {one.profile && (
              <p class="small">
                {`${one.profile.container.toUpperCase()}: ${one.profile.video.encoder}, ${
                  one.profile.video.bitrate > 0
                    ? `${one.profile.video.bitrate} kb/s`
                    : `quality ${one.profile.video.quality}`
                }; audio ${one.profile.audio.encoder}`}
              </p>
            )}
            {one.problem && <Note tone="warn">{one.problem}</Note>}
            {one.notes.length > 0 && (
              <ul class="small quiet reasons">{one.notes.map((note) => <li key={note}>{note}</li>)}</ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
