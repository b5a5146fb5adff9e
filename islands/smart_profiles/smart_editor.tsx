import { useEffect, useState } from "preact/hooks";
import { call, errorText, toast } from "../call.ts";
import { RuleTest } from "./rule_test.tsx";
import { Text } from "./smart_fields.tsx";
import { type Kind, previewBody, type Settable, type SmartDraft } from "./smart_model.ts";
import { AudioRulesSection, FileRulesSection, General, SkipSection, SubtitleRulesSection } from "./smart_sections.tsx";
import type { Choice } from "../../lib/ui/choice_options.tsx";
import { ProfilePreview, type ProfilePreviewData } from "../../lib/ui/components/profile_preview.tsx";

export interface SmartEditorProps {
  id: string;
  draft: SmartDraft;
  /** True for a built-in profile, which can be viewed and tried but not changed. */
  locked: boolean;
  bases: readonly Choice[];
  facts: { file: Record<string, Kind>; audio: Record<string, Kind>; subtitle: Record<string, Kind> };
  settable: Settable[];
  audioEncoders: readonly Choice[];
  mediaTypes: string[];
}

/** Editor for rules, with their effect on a file next to it and on the library below it. Every change updates both. */
export function SmartEditor(props: SmartEditorProps) {
  const { id, locked, bases, facts, settable, audioEncoders, mediaTypes } = props;
  const [draft, setDraft] = useState(props.draft);
  const [path, setPath] = useState("");
  const change = (part: Partial<SmartDraft>) => setDraft((old) => ({ ...old, ...part }));
  return (
    <>
      <div class="editor">
        <form
          class="card"
          onSubmit={(event) => {
            event.preventDefault();
            save(id, draft);
          }}
        >
          <fieldset disabled={locked}>
            <legend class="visually-hidden">Rules</legend>
            <General draft={draft} bases={bases} mediaTypes={mediaTypes} onChange={change} />
            <FileRulesSection draft={draft} facts={facts.file} settable={settable} onChange={change} />
            <AudioRulesSection draft={draft} facts={facts.audio} encoders={audioEncoders} onChange={change} />
            <SubtitleRulesSection draft={draft} facts={facts.subtitle} onChange={change} />
            <SkipSection draft={draft} onChange={change} />
          </fieldset>
          {!locked && (
            <div class="save-bar">
              <button type="submit" class="primary">Save smart profile</button>
            </div>
          )}
        </form>
        <aside class="editor-preview" aria-label="What the rules do" aria-live="polite">
          <Text
            label="Try it on a file on the server"
            value={path}
            placeholder="/media/… (empty = sample UHD remux)"
            onChange={setPath}
          />
          <SmartPreview draft={draft} path={path.trim()} />
        </aside>
      </div>
      <RuleTest draft={draft} />
    </>
  );
}

async function save(id: string, draft: SmartDraft): Promise<void> {
  try {
    await call(`/api/smart-profiles/${id}`, { method: "PUT", body: draft });
    toast("Smart profile saved.", "good");
  } catch (error) {
    toast(errorText(error), "bad");
  }
}

/** Effect of the rules, as returned by the server. */
type Outcome = Omit<ProfilePreviewData, "problem">;

const PREVIEW_DELAY_MS = 300;

/** Requests the effect of the rules shortly after the last change. */
function SmartPreview({ draft, path }: { draft: SmartDraft; path: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const body = previewBody(draft, path);
        const answer = await call<Outcome>("/api/profiles/preview", { method: "POST", body });
        if (!current) return;
        setOutcome(answer);
        setProblem(undefined);
      } catch (error) {
        if (current) setProblem(errorText(error));
      }
    }, PREVIEW_DELAY_MS);
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
