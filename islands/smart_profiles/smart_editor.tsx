import { useEffect, useState } from "preact/hooks";
import { ProfilePreview, type ProfilePreviewData } from "../../lib/ui/components/profile_preview.tsx";
import { call, toast } from "../call.ts";
import { Entry } from "../entry.tsx";
import type { Kind, Settable, SmartDraft } from "./smart_model.ts";
import { FileRules, StreamRules } from "./smart_rules.tsx";

export interface SmartEditorProps {
  id: string;
  draft: SmartDraft;
  /** Built in: to be looked at and tried, not changed. */
  locked: boolean;
  bases: { id: string; name: string }[];
  facts: { file: Record<string, Kind>; audio: Record<string, Kind>; subtitle: Record<string, Kind> };
  settable: Settable[];
  audioEncoders: string[];
  mediaTypes: string[];
}

/** What the server says the rules do. */
type Outcome = Omit<ProfilePreviewData, "problem">;

/** Rules on the left, what they would do to a file on the right; the right follows every change. */
export function SmartEditor(props: SmartEditorProps) {
  const { id, locked, bases, facts, settable, audioEncoders, mediaTypes } = props;
  const [draft, setDraft] = useState(props.draft);
  const [path, setPath] = useState("");
  const change = (part: Partial<SmartDraft>) => setDraft((old) => ({ ...old, ...part }));
  const skip = (part: Partial<SmartDraft["skip"]>) => change({ skip: { ...draft.skip, ...part } });
  const save = async () => {
    try {
      await call(`/api/smart-profiles/${id}`, { method: "PUT", body: draft });
      toast("Smart profile saved.", "good");
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "bad");
    }
  };
  return (
    <div class="editor">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <fieldset disabled={locked}>
          <legend class="visually-hidden">Rules</legend>
          <section class="form-section" aria-label="General">
            <h2>General</h2>
            <div class="fields">
              <Text label="Name" value={draft.name} onChange={(name) => change({ name })} />
              <Choice
                label="For"
                value={draft.mediaType}
                options={mediaTypes.map((t) => [t, t])}
                onChange={(mediaType) => change({ mediaType })}
              />
              <Choice
                label="Builds on"
                value={draft.baseProfileId}
                options={bases.map((base) => [base.id, base.name])}
                onChange={(baseProfileId) => change({ baseProfileId })}
              />
              <Text label="Description" value={draft.description} onChange={(description) => change({ description })} />
            </div>
          </section>
          <section class="form-section" aria-label="Rules for the file">
            <h2>Rules for the file</h2>
            <p class="help">Every rule that matches applies; a later one overrides an earlier one.</p>
            <FileRules
              rules={draft.rules}
              facts={facts.file}
              settable={settable}
              onChange={(rules) => change({ rules })}
            />
          </section>
          <section class="form-section" aria-label="Rules for each audio stream">
            <h2>Rules for each audio stream</h2>
            <p class="help">The first rule that matches decides; without one the profile below does.</p>
            <StreamRules
              rules={draft.audioRules}
              facts={facts.audio}
              actions={["copy", "encode", "drop"]}
              encoders={audioEncoders}
              onChange={(audioRules) => change({ audioRules })}
            />
          </section>
          <section class="form-section" aria-label="Rules for each subtitle stream">
            <h2>Rules for each subtitle stream</h2>
            <StreamRules
              rules={draft.subtitleRules}
              facts={facts.subtitle}
              actions={["copy", "ocr", "burn", "drop"]}
              onChange={(subtitleRules) => change({ subtitleRules })}
            />
          </section>
          <section class="form-section" aria-label="When to leave a file alone">
            <h2>When to leave a file alone</h2>
            <div class="fields">
              <Text
                label="Least saving, %"
                numeric
                value={String(draft.skip.minSavingPercent)}
                onChange={(text) => skip({ minSavingPercent: Number(text) || 0 })}
              />
              <Text
                label="Video codecs to keep"
                value={draft.skip.keepCodecs.join(", ")}
                onChange={(text) => skip({ keepCodecs: text.split(",").map((part) => part.trim()).filter(Boolean) })}
              />
              <Text
                label="… below kb/s for a megapixel at 24 fps"
                numeric
                value={String(draft.skip.maxVideoKbpsPerMegapixel)}
                onChange={(text) => skip({ maxVideoKbpsPerMegapixel: Math.round(Number(text)) || 0 })}
              />
              <Choice
                label="When nothing changes"
                value={draft.onNothing}
                options={[["skip", "no job"], ["rename-only", "copy under the new name"]]}
                onChange={(onNothing) => change({ onNothing })}
              />
            </div>
          </section>
        </fieldset>
        {!locked && (
          <div class="save-bar">
            <button type="submit" class="primary">Save smart profile</button>
          </div>
        )}
      </form>
      <aside class="editor-preview" aria-label="What the rules do" aria-live="polite">
        <Text
          label="Try it on a file of the server"
          value={path}
          placeholder="/media/…  (empty = a sample UHD remux)"
          onChange={setPath}
        />
        <Tried draft={draft} path={path.trim()} />
      </aside>
    </div>
  );
}

/** Asks the server what the rules do, a moment after the last change. */
function Tried({ draft, path }: { draft: SmartDraft; path: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const body = { smart: draft, ...(path === "" ? {} : { path }) };
        const answer = await call<Outcome>("/api/profiles/preview", { method: "POST", body });
        if (!current) return;
        setOutcome(answer);
        setProblem(undefined);
      } catch (error) {
        if (current) setProblem(error instanceof Error ? error.message : String(error));
      }
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [draft, path]);
  if (problem !== undefined) {
    return <ProfilePreview sample={path === ""} summary={[]} warnings={[]} streams={[]} problem={problem} />;
  }
  return outcome ? <ProfilePreview {...outcome} /> : null;
}

interface FieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

const fieldId = (label: string) => `s-${label.replace(/[^A-Za-z0-9]+/g, "-")}`;

function Text(
  { label, value, onChange, numeric, placeholder }: FieldProps & { numeric?: boolean; placeholder?: string },
) {
  return (
    <div class="field">
      <label for={fieldId(label)}>{label}</label>
      <Entry id={fieldId(label)} numeric={numeric} value={value} placeholder={placeholder} onChange={onChange} />
    </div>
  );
}

function Choice({ label, value, options, onChange }: FieldProps & { options: [value: string, label: string][] }) {
  return (
    <div class="field">
      <label for={fieldId(label)}>{label}</label>
      <select id={fieldId(label)} value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {options.map(([each, text]) => <option key={each} value={each}>{text}</option>)}
      </select>
    </div>
  );
}
