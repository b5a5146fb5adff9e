import type { BoxSet, BoxSetSlot } from "../../../lib/discs/box_set_schema.ts";
import { count } from "../../../lib/kit/format.ts";
import { hxForm } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

const SLOTS: Record<BoxSetSlot["state"], { label: string; tone?: string }> = {
  missing: { label: "Missing", tone: undefined },
  expected: { label: "Insert disc", tone: "warn" },
  reading: { label: "In progress", tone: "accent" },
  ready: { label: "Ready", tone: "warn" },
  stopped: { label: "Stopped", tone: "bad" },
  copied: { label: "Copied", tone: "good" },
  done: { label: "Done", tone: "good" },
  rejected: { label: "Rejected", tone: "bad" },
};

/** Discs of each series and season, shown as slots. */
export function BoxSets({ sets }: { sets: BoxSet[] }) {
  const link = useLink();
  return (
    <section class="section" aria-labelledby="sets-h">
      <div class="section-head">
        <h2 id="sets-h">Box sets</h2>
        <form
          {...hxForm(link("/api/disc/drives/swap-all"), { done: "All drives were checked." })}
          data-behaviour="discResults"
        >
          <button type="submit">Swap all copied discs</button>
          <output class="small" hidden></output>
        </form>
      </div>
      <div class="stack">
        {sets.map((set) => <BoxSetCard key={set.id} set={set} />)}
      </div>
    </section>
  );
}

function BoxSetCard({ set }: { set: BoxSet }) {
  const { id, name, slots } = set;
  return (
    <article class="card stack" id={`set-${id}`} aria-labelledby={`set-${id}-h`}>
      <div>
        <h3 id={`set-${id}-h`}>{name}</h3>
        <p class="quiet small">{stateOf(set)}</p>
      </div>
      <ol class="slots" aria-label={`Discs in ${name}`}>
        {slots.map((slot) => <Slot key={slot.disc} slot={slot} />)}
      </ol>
      <SetForm set={set} />
    </article>
  );
}

function stateOf({ state, nextDisc, paused, discCount, slots }: BoxSet): string {
  const size = discCount === null ? "the number of discs is unknown" : `the set has ${count(discCount, "disc")}`;
  if (state === "complete") return `Complete; ${size}.`;
  if (state === "closed") return `Closed; ${size}.`;
  if (paused) return `Paused: no activity for a day. Continue with disc ${nextDisc}; ${size}.`;
  const hasDisc = (wanted: BoxSetSlot["state"]): boolean => slots.some((slot) => slot.state === wanted);
  if (hasDisc("reading")) return `Discs are being read; ${size}.`;
  if (hasDisc("stopped")) return `The rip of a disc was stopped before all titles were copied; ${size}.`;
  if (hasDisc("ready") && !hasDisc("expected")) return `Discs are ready to rip; ${size}.`;
  return `The next disc is disc ${nextDisc}; ${size}.`;
}

function Slot({ slot: { disc, ripId, state, episodes } }: { slot: BoxSetSlot }) {
  const link = useLink();
  const { label, tone } = SLOTS[state];
  const range = episodes === undefined
    ? ""
    : episodes.from === episodes.to
    ? `E${episodes.from}`
    : `E${episodes.from}–${episodes.to}`;
  return (
    <li class="slot" data-state={state}>
      <span class="slot-name">
        {ripId === undefined ? `Disc ${disc}` : <a href={link(`/discs/${ripId}`)}>{`Disc ${disc}`}</a>}
      </span>
      <span class="badge" data-tone={tone}>
        {state === "done" && <Icon name="check" size={14} />}
        {label}
      </span>
      {range && <span class="quiet small">{range}</span>}
    </li>
  );
}

function SetForm({ set: { id, name, discCount } }: { set: BoxSet }) {
  const link = useLink();
  return (
    <details class="scripted">
      <summary>Name and disc count</summary>
      <form
        {...hxForm(link(`/api/disc/batches/${id}`), { method: "patch", done: "Box set saved." })}
        class="inline-form wraps"
      >
        <label for={`set-${id}-name`}>Name</label>
        <input id={`set-${id}-name`} name="name" value={name} maxLength={200} required />
        <label for={`set-${id}-count`}>Discs</label>
        <input
          id={`set-${id}-count`}
          class="short"
          name="discCount:number?"
          type="number"
          min={1}
          max={1000}
          value={discCount ?? ""}
          placeholder="?"
        />
        <button type="submit">Save</button>
      </form>
    </details>
  );
}
