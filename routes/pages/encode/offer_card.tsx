import type { Offer } from "../../../lib/encode/plan/offer.ts";
import type { Probe } from "../../../lib/media/probe/model.ts";
import type { MediaType } from "../../../lib/encode/profiles/schema.ts";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Note } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import { SizeEstimateLines } from "../../../lib/ui/components/size_estimate.tsx";
import { StreamTable } from "../../../lib/ui/components/stream_table.tsx";

/** A profile of either kind, as a card shows it. */
export interface ProfileChoice {
  id: string;
  name: string;
  mediaType: MediaType;
  /** It decides per file. */
  smart: boolean;
}

interface OfferCardProps {
  profile: ProfileChoice;
  outcome: Offer;
  paths: string[];
  /** The id they are kept under. */
  selectionId?: string;
  probe: Probe;
  audioOnly: boolean;
  preferred: boolean;
}

/** What one profile makes of the file: size, time, every stream, and the button that queues it. */
export function OfferCard({ profile, outcome, paths, selectionId, probe, audioOnly, preferred }: OfferCardProps) {
  const { estimate } = outcome;
  return (
    <article class="card profile-card" aria-label={profile.name}>
      <header>
        <h3>{profile.name}</h3>
        {profile.smart && <span class="badge">smart</span>}
        {preferred && <span class="badge" data-tone="accent">default</span>}
      </header>
      <div id={`estimate-${profile.id}`} aria-live="polite">
        <SizeEstimateLines estimate={{ ...estimate, sourceBytes: probe.sizeBytes }} />
      </div>
      <ul>{outcome.summary.map((line) => <li>{line}</li>)}</ul>
      {outcome.warnings.length > 0 && (
        <Note tone="warn">
          <ul>{outcome.warnings.map((warning) => <li>{warning}</li>)}</ul>
        </Note>
      )}
      <details>
        <summary>Every stream, and the new name</summary>
        <p class="path small">{outcome.output}</p>
        {outcome.smart && <ol class="reasons">{outcome.smart.reasons.map((reason) => <li>{reason}</li>)}</ol>}
        <StreamTable streams={outcome.streams} />
      </details>
      <footer>
        <QueueForm
          profile={profile}
          paths={paths}
          selectionId={selectionId}
          audioOnly={audioOnly}
          disabled={outcome.nothingToDo}
        />
        {estimate.model && !outcome.nothingToDo && (
          <MeasureForm profile={profile} path={paths[0] ?? ""} audioOnly={audioOnly} />
        )}
      </footer>
    </article>
  );
}

/** Encodes short pieces of the file and shows what they say of the whole. */
function MeasureForm({ profile, path, audioOnly }: { profile: ProfileChoice; path: string; audioOnly: boolean }) {
  const link = useLink();
  return (
    <form
      {...hx({
        post: link("/api/estimate"),
        target: `#estimate-${profile.id}`,
        swap: "innerMorph",
        disable: "find button",
      })}
    >
      <input type="hidden" name="items.0.localPath" value={path} />
      <input type="hidden" name="profileIds.0" value={profile.id} />
      <input type="hidden" name="audioOnly:boolean" value={String(audioOnly)} />
      <input type="hidden" name="sample:boolean" value="true" />
      <button type="submit" title="Encodes twelve short pieces of the file">
        Measure<span class="visually-hidden">{profile.name}</span>
      </button>
    </form>
  );
}

interface QueueFormProps {
  profile: ProfileChoice;
  paths: string[];
  selectionId?: string;
  audioOnly: boolean;
  disabled: boolean;
}

function QueueForm({ profile, paths, selectionId, audioOnly, disabled }: QueueFormProps) {
  const link = useLink();
  const many = paths.length > 1 || selectionId !== undefined;
  return (
    <form {...hxForm(link(many ? "/api/jobs/bulk" : "/api/jobs"), { then: "/" })}>
      <input type="hidden" name="profileId" value={profile.id} />
      {audioOnly && <input type="hidden" name="audioOnly:boolean" value="true" />}
      {selectionId !== undefined
        ? <input type="hidden" name="selectionId" value={selectionId} />
        : many
        ? paths.map((path, i) => <input type="hidden" name={`items.${i}.source.localPath`} value={path} />)
        : <input type="hidden" name="source.localPath" value={paths[0]} />}
      <button type="submit" class="primary" disabled={disabled && !many}>
        {many ? `Queue ${paths.length} files` : "Queue"}
        <span class="visually-hidden">with {profile.name}</span>
      </button>
    </form>
  );
}
