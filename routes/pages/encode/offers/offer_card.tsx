import { count } from "../../../../lib/kit/format.ts";
import type { Offer } from "../../../../lib/encode/decision/offer.ts";
import type { Probe } from "../../../../lib/media/probe/model.ts";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Note } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { SizeEstimateLines } from "../../../../lib/ui/components/size_estimate.tsx";
import type { ProfileChoice } from "./encode_model.ts";
import type { Rank } from "./recommended.ts";
import { OriginalChoiceField } from "../../../../lib/ui/components/jobs/original_choice.tsx";
import { StreamTable } from "../../../../lib/ui/components/stream_table.tsx";
import { Amounts } from "../../../../lib/ui/components/amounts.tsx";

/** Identifies a file by its ID in Radarr, Sonarr or Lidarr. */
export interface ManagedSource {
  arr: string;
  fileId: number;
}

interface OfferCardProps {
  profile: ProfileChoice;
  outcome: Offer;
  paths: string[];
  /** ID under which the server stores the chosen files. */
  selectionId?: string;
  probe: Probe;
  audioOnly: boolean;
  preferred: boolean;
  /** Rank of the profile among the three recommended profiles. */
  rank?: Rank;
  /** The file's ID in a manager, used instead of its path for queueing. */
  source?: ManagedSource;
  /** True if selected for a preview by default. Undefined if it cannot be previewed. */
  previewed?: boolean;
  /** Number of chosen files that Lathe encoded. */
  encodedHere?: number;
}

const RANK_NAMES: Record<Rank, string> = { best: "Best quality", balanced: "Balanced", small: "Smallest" };

/** Result of one profile for the file: size, time, every stream, and the queue button. */
export function OfferCard(props: OfferCardProps) {
  const { profile, outcome, paths, selectionId, audioOnly, preferred, rank, previewed, source, encodedHere } = props;
  const { estimate } = outcome;
  return (
    <article class="card profile-card" aria-label={profile.name}>
      <header>
        <h3>{profile.name}</h3>
        {rank && <span class="badge" data-tone="good">{RANK_NAMES[rank]}</span>}
        {profile.smart && <span class="badge">smart</span>}
        {preferred && <span class="badge" data-tone="accent">default</span>}
      </header>
      <CardEstimate {...props} />
      <ul>
        {outcome.summary.map((line) => (
          <li>
            <Amounts text={line} />
          </li>
        ))}
      </ul>
      {outcome.warnings.length > 0 && (
        <Note tone="warn">
          <ul>{outcome.warnings.map((warning) => <li>{warning}</li>)}</ul>
        </Note>
      )}
      <p class="small">
        <a href={`#${drawerId(profile)}`}>Show all streams and the output name</a>
        {paths.length === 1 && selectionId === undefined && (
          <AdjustLink profile={profile} path={paths[0] ?? ""} audioOnly={audioOnly} />
        )}
      </p>
      {previewed !== undefined && (
        <label class="check scripted">
          <input
            type="checkbox"
            value={profile.id}
            checked={previewed}
            data-preview-profile={rank === "balanced" ? "first" : ""}
            autocomplete="off"
          />
          Preview<span class="visually-hidden">{profile.name}</span>
        </label>
      )}
      <footer>
        <QueueForm
          encodedHere={encodedHere}
          profile={profile}
          paths={paths}
          selectionId={selectionId}
          source={source}
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

/** Size and time on the card. A preview that has measured them triggers `measured`, which replaces the estimates. */
function CardEstimate({ profile, outcome: { estimate }, paths, probe, audioOnly }: OfferCardProps) {
  const link = useLink();
  const values = {
    "items.0.localPath": paths[0] ?? "",
    "profileIds.0": profile.id,
    "audioOnly:boolean": String(audioOnly),
  };
  const replace = hx({
    post: link("/api/estimate"),
    vals: JSON.stringify(values),
    trigger: "measured",
    target: "this",
    swap: "innerMorph",
  });
  return (
    <div id={`estimate-${profile.id}`} aria-live="polite" {...(estimate.model && !estimate.sampled ? replace : {})}>
      <SizeEstimateLines estimate={{ ...estimate, sourceBytes: probe.sizeBytes }} />
    </div>
  );
}

function AdjustLink({ profile, path, audioOnly }: { profile: ProfileChoice; path: string; audioOnly: boolean }) {
  const link = useLink();
  const query = new URLSearchParams({ path, profile: profile.id, ...(audioOnly ? { audioOnly: "1" } : {}) });
  return (
    <>
      {" · "}
      <a href={link(`/encode/adjust?${query}`)}>
        Adjust for this file<span class="visually-hidden">{`, ${profile.name}`}</span>
      </a>
    </>
  );
}

const drawerId = ({ id }: ProfileChoice): string => `streams-${id}`;

/** Full-width list of the decisions for every stream. A URL opens it, so it works without JavaScript. */
export function StreamDrawer({ profile, outcome }: Pick<OfferCardProps, "profile" | "outcome">) {
  return (
    <section
      id={drawerId(profile)}
      class="card stream-drawer"
      tabIndex={-1}
      aria-label={`Streams with ${profile.name}`}
    >
      <div class="section-head">
        <h3>{`All streams with ${profile.name}`}</h3>
        <a class="button" href="#offers-h">
          Close<span class="visually-hidden">streams of {profile.name}</span>
        </a>
      </div>
      <p class="path small">{outcome.output}</p>
      {outcome.smart && <ol class="reasons">{outcome.smart.reasons.map((reason) => <li>{reason}</li>)}</ol>}
      <StreamTable streams={outcome.streams} />
    </section>
  );
}

/** Form that encodes short samples of the file and extrapolates the whole result from them. */
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
      <button type="submit" title="Encodes twelve short samples of the file">
        Estimate from samples<span class="visually-hidden">{profile.name}</span>
      </button>
    </form>
  );
}

interface QueueFormProps {
  profile: ProfileChoice;
  paths: string[];
  selectionId?: string;
  source?: ManagedSource;
  audioOnly: boolean;
  disabled: boolean;
  /** Label that distinguishes the button from the buttons of other cards for screen readers. */
  label?: string;
  /** Number of files that are only queued if the user includes them. */
  encodedHere?: number;
}

/** Form that queues all chosen files with one profile. */
export function QueueForm(props: QueueFormProps) {
  const { profile, paths, selectionId, source, audioOnly, disabled, label = "", encodedHere = 0 } = props;
  const link = useLink();
  const many = paths.length > 1 || selectionId !== undefined;
  return (
    <form {...hxForm(link(many ? "/api/jobs/bulk" : "/api/jobs"), { then: "/activity" })}>
      <input type="hidden" name="profileId" value={profile.id} />
      {audioOnly && <input type="hidden" name="audioOnly:boolean" value="true" />}
      {selectionId !== undefined
        ? <input type="hidden" name="selectionId" value={selectionId} />
        : many
        ? paths.map((path, i) => <input type="hidden" name={`items.${i}.source.localPath`} value={path} />)
        : source
        ? (
          <>
            <input type="hidden" name="source.arr" value={source.arr} />
            <input type="hidden" name="source.fileId:number" value={source.fileId} />
          </>
        )
        : <input type="hidden" name="source.localPath" value={paths[0]} />}
      {many && encodedHere > 0 && (
        <label class="check">
          <input type="checkbox" name="includeEncoded:boolean" value="true" />
          Include {count(encodedHere, "file")} encoded before
        </label>
      )}
      {profile.mediaType !== "music" && (
        <OriginalChoiceField id={`original-${profile.id}${many ? "-all" : ""}`} preset={profile.original} />
      )}
      <button type="submit" class="primary" disabled={disabled && !many}>
        {many ? `Queue ${paths.length} files` : "Queue"}
        <span class="visually-hidden">{`${label}with ${profile.name}`}</span>
      </button>
    </form>
  );
}
