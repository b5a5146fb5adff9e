import { bytes, count, estimatedTime } from "../../../lib/kit/format.ts";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Backdrop, Picture } from "../../../lib/ui/components/picture.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { OriginalChoiceField } from "../../../lib/ui/components/jobs/original_choice.tsx";
import type { Gain } from "./best_gains.ts";
import { Amounts } from "../../../lib/ui/components/amounts.tsx";

/** Titles of one kind with the largest savings, and one selection per profile that queues them. */
export interface GainListData {
  kind: Gain["kind"];
  gains: Gain[];
  groups: { profileId: string; profileName: string; selectionId: string; titles: number }[];
}

/** Placeholder until the files of a list have been estimated. */
export function GainPlaceholder({ kind }: { kind: Gain["kind"] }) {
  const link = useLink();
  return (
    <div
      class="stack"
      aria-busy="true"
      {...hx({ get: link(`/home/gains/${kind}`), trigger: "load", swap: "outerHTML", config: '{"timeout":0}' })}
    >
      <p class="quiet">Reading the largest {kind === "movies" ? "movies" : "series"} …</p>
      {[1, 2, 3].map(() => <div class="skeleton" />)}
    </div>
  );
}

/** List of titles with their total savings and a button that queues all of them. */
export function GainList({ kind, gains, groups }: GainListData) {
  const link = useLink();
  if (gains.length === 0) {
    return (
      <p class="quiet">
        None of the largest {kind === "movies" ? "movies" : "series"} would become smaller with the default profile.
      </p>
    );
  }
  const gained = gains.reduce((sum, { gainedBytes }) => sum + gainedBytes, 0);
  return (
    <div class="stack">
      <Backdrop url={gains.find(({ fanart }) => fanart !== undefined)?.fanart} />
      <p>
        {count(gains.length, kind === "movies" ? "movie" : "series", kind === "movies" ? "movies" : "series")}{" "}
        would save about <strong class="amount">{bytes(gained)}</strong>
        <Amounts text={timeOf(gains)} />.
      </p>
      <ol class="gains">
        {gains.map((gain) => (
          <li>
            <a href={link(`/${kind}/${gain.id}`)}>
              <Picture url={gain.poster} title={gain.title} width={40} height={60} />
              <span class="one-line">{gain.title}</span>
            </a>
            <span class="quiet amount">{bytes(gain.bytes)}</span>
            <strong class="amount">−{bytes(gain.gainedBytes)}</strong>
          </li>
        ))}
      </ol>
      <div class="actions">
        {groups.map(({ profileId, profileName, selectionId, titles }) => (
          <form {...hxForm(link("/api/jobs/bulk"), { then: "/activity" })}>
            <input type="hidden" name="selectionId" value={selectionId} />
            <input type="hidden" name="profileId" value={profileId} />
            <OriginalChoiceField id={`original-${kind}-${profileId}`} />
            <button type="submit">Encode {groups.length > 1 ? titles : "all"} with {profileName}</button>
          </form>
        ))}
      </div>
    </div>
  );
}

function timeOf(gains: Gain[]): string {
  const known = gains.flatMap(({ encodeSeconds }) => encodeSeconds ?? []);
  if (known.length < gains.length) return "";
  return ` in ${estimatedTime(known.reduce((sum, seconds) => sum + seconds, 0))} of encoding, based on similar jobs`;
}
