import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { bytes, count } from "../../lib/kit/format.ts";
import { gainText, type JobPace, paceEstimate, type ShownEstimate } from "../../lib/ui/profiles/estimate_text.ts";
import { call, errorText, toast } from "../call.ts";
import { type QueuedFiles, queuedToast } from "../activity/queued_toast.ts";
import { choiceBody, type ChosenTitles, countChosen } from "./chosen_titles.ts";
import { ORIGINAL_LABELS, PROFILE_CHOICE } from "../../lib/ui/components/jobs/original_choice.tsx";
import { type Choice, ChoiceOptions } from "../../lib/ui/choice_options.tsx";
import { Amounts } from "../../lib/ui/components/amounts.tsx";

export interface SelectionBarProps {
  kind: string;
  /** Noun for one title, and for several titles. */
  one: string;
  many: string;
  chosen: ChosenTitles;
  /** Number of titles in the filtered list. */
  total: number;
  /** API query of the list. */
  list: unknown;
  profiles: Choice[];
  /** Results of earlier jobs by profile. */
  paces: JobPace[];
  profileId: string;
  onProfile(id: string): void;
  onAll(): void;
  onClear(): void;
  /** Called when the files of these titles have been queued. Meanwhile, the user may have selected other titles. */
  onQueued(queued: ChosenTitles): void;
}

interface Selection {
  /** Titles from which the selection was created. */
  of: ChosenTitles;
  id: string;
  count: number;
  bytes?: number;
}

interface Estimate extends ShownEstimate {
  profileId: string;
  sourceBytes: number;
  nothingToDo: boolean;
}

/** Delay in milliseconds, so that selecting a dozen checkboxes sends only one request. */
const REQUEST_DELAY_MS = 350;

/** Renders the bar. The first time, it replaces the server-rendered version for browsers without JavaScript. */
export function drawSelectionBar(bar: HTMLElement, props: SelectionBarProps): void {
  if (bar.dataset.drawn === undefined) bar.replaceChildren();
  bar.dataset.drawn = "";
  render(<SelectionBar {...props} />, bar);
}

/** Size of the selection, the estimated result with a profile, and the queue button. */
export function SelectionBar(props: SelectionBarProps) {
  const { kind, one, many, chosen, total, profiles, profileId, onProfile, onAll, onClear } = props;
  const { selection, estimate, refused } = useSelection(props);
  const [busy, setBusy] = useState(false);
  const [original, setOriginal] = useState("");
  const titles = countChosen(chosen, total);
  const pace = props.paces.find((one) => one.profileId === profileId);
  if (titles === 0) return <AllLink total={total} onAll={onAll} />;

  const queue = async () => {
    if (selection === undefined) return;
    setBusy(true);
    await queueFiles(selection.id, profileId, original)
      .then(() => props.onQueued(selection.of), (error) => toast(errorText(error), "bad"));
    setBusy(false);
  };
  return (
    <>
      <p class="bar-sum" role="status">
        <strong>{count(titles, one, many)}</strong>
        {selection && (
          <Amounts text={` · ${count(selection.count, "file", "files")} · ${bytes(selection.bytes ?? 0)}`} />
        )}
        <span class="quiet">
          <Amounts text={refused ?? gainOf(estimate, selection?.bytes, pace)} />
        </span>
      </p>
      <label class="visually-hidden" for="bar-profile">Profile</label>
      <select id="bar-profile" value={profileId} onChange={(event) => onProfile(event.currentTarget.value)}>
        <ChoiceOptions choices={profiles} selected={profileId} />
      </select>
      {kind !== "artists" && kind !== "albums" && (
        <select
          aria-label="Original"
          value={original}
          onChange={(event) => setOriginal(event.currentTarget.value)}
        >
          <option value="">{PROFILE_CHOICE}</option>
          {ORIGINAL_LABELS.map(([value, label, meaning]) => <option value={value} title={meaning}>{label}</option>)}
        </select>
      )}
      <button type="button" class="primary" data-key="q" disabled={busy || selection === undefined} onClick={queue}>
        Queue
      </button>
      {titles < total && <button type="button" data-key="a" onClick={onAll}>All {total}</button>}
      <button type="button" class="ghost" onClick={onClear}>Clear</button>
    </>
  );
}

function AllLink({ total, onAll }: { total: number; onAll(): void }) {
  return (
    <>
      <p class="bar-sum bar-none quiet">
        Nothing is selected. <span class="wide-only">Hold Shift to select a range.</span>
      </p>
      <button type="button" data-key="a" onClick={onAll}>Select all {total}</button>
    </>
  );
}

/**
 * Returns the estimated result with the profile. Until the files have been read, the estimate is based on earlier jobs
 * of the profile.
 */
function gainOf(estimate: Estimate | undefined, sourceBytes = 0, pace?: JobPace): string {
  if (estimate === undefined) {
    const first = pace && sourceBytes > 0 ? ` → ${gainText(paceEstimate(pace, sourceBytes), sourceBytes)}` : "";
    return `${first} · reading the files …`;
  }
  if (estimate.nothingToDo) return " · nothing to do with this profile";
  return ` → ${gainText(estimate, estimate.sourceBytes)}`;
}

/** Stores the selection on the server and requests its estimate. Only the response for the latest selection is used. */
function useSelection({ kind, chosen, total, list, profileId }: SelectionBarProps) {
  const [selection, setSelection] = useState<Selection>();
  const [estimate, setEstimate] = useState<Estimate>();
  const [refused, setRefused] = useState<string>();
  const isEmpty = countChosen(chosen, total) === 0;

  useEffect(() => {
    setSelection(undefined);
    setRefused(undefined);
    if (isEmpty) return;
    let current = true;
    const timer = setTimeout(() => {
      call<Omit<Selection, "of">>("/api/selections", { method: "POST", body: choiceBody(chosen, kind, list) })
        .then((kept) => current && setSelection({ ...kept, of: chosen }))
        .catch((error) => current && setRefused(` · ${errorText(error)}`));
    }, REQUEST_DELAY_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [chosen]);

  useEffect(() => {
    setEstimate(undefined);
    if (selection === undefined) return;
    // Another profile may accept files that this profile rejected.
    setRefused(undefined);
    let current = true;
    call<{ estimates: Estimate[]; errors: { message: string }[] }>("/api/estimate", {
      method: "POST",
      body: { selectionId: selection.id, profileIds: [profileId] },
    }).then(({ estimates: [first], errors: [error] }) => {
      if (!current) return;
      setEstimate(first);
      if (first === undefined) setRefused(` · ${error?.message ?? "The size cannot be estimated."}`);
    }).catch((error) => current && setRefused(` · ${errorText(error)}`));
    return () => void (current = false);
  }, [selection, profileId]);

  return { selection, estimate, refused };
}

async function queueFiles(selectionId: string, profileId: string, original: string): Promise<void> {
  const body = { selectionId, profileId, ...(original === "" ? {} : { original }) };
  toast(...queuedToast(await call<QueuedFiles>("/api/jobs/bulk", { method: "POST", body })));
}
