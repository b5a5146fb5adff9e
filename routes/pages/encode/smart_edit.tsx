import * as z from "zod";
import {
  AUDIO_ENCODERS,
  AudioRecipe,
  CONTAINERS,
  MEDIA_TYPES,
  OutputRecipe,
  SubtitleRecipe,
  VIDEO_ENCODERS,
  VideoRecipe,
} from "../../../lib/encode/profiles/schema.ts";
import {
  AUDIO_FACTS,
  FILE_FACTS,
  type SmartProfile,
  SUBTITLE_FACTS,
} from "../../../lib/encode/profiles/smart/schema.ts";
import {
  audioEncoderObstacle,
  type EncodeMachine,
  videoEncoderObstacle,
} from "../../../lib/encode/profiles/choices/obstacles.ts";
import type { Choice } from "../../../lib/ui/choice_options.tsx";
import { hxForm } from "../../../lib/ui/hx.ts";
import { Page } from "../../../lib/ui/layout.tsx";
import { type RuleMatch, RuleMatches } from "../../../lib/ui/components/rule_matches.tsx";
import { useLink } from "../../../lib/ui/render.tsx";
import type { SmartEditorProps } from "../../../islands/smart_profiles/smart_editor.tsx";
import { ruleSentence, streamSentence } from "../../../islands/smart_profiles/smart_words.ts";
import type { Settable, SmartDraft } from "../../../islands/smart_profiles/smart_model.ts";

/** The saved smart profile. `tested` is its effect on the library, if a test was requested without JavaScript. */
export interface SmartEditData {
  profile: SmartProfile;
  bases: Choice[];
  machine: EncodeMachine;
  tested?: { q: string; matches: RuleMatch[] };
}

/**
 * Rules of one smart profile, next to their effect on a file. Built-in profiles are shown the same way, but read-only.
 */
export function SmartEditPage({ profile, bases, machine, tested }: SmartEditData) {
  const link = useLink();
  const { id, builtin, usedBy: _, createdAt: __, updatedAt: ___, ...draft } = profile;
  const props: SmartEditorProps = {
    id,
    draft,
    locked: builtin,
    bases,
    facts: { file: FILE_FACTS, audio: AUDIO_FACTS, subtitle: SUBTITLE_FACTS },
    settable: SETTABLE.map((field) => ({ ...field, ...obstaclesOf(field, machine) })),
    audioEncoders: AUDIO_ENCODERS.filter((encoder) => encoder !== "copy")
      .map((id) => ({ id, name: id, obstacle: audioEncoderObstacle(id, machine, false) })),
    mediaTypes: [...MEDIA_TYPES],
  };
  return (
    <Page
      title={profile.name}
      lead={builtin
        ? "This built-in profile adapts to each file. Clone it to change its rules, or try it on a file on the right."
        : "This profile adapts to each file. The preview on the right updates with every change; saving affects future jobs only."}
      actions={
        <>
          <a class="button" href={link("/profiles")}>All profiles</a>
          <form {...hxForm(link(`/api/smart-profiles/${id}/clone`), { then: "/smart-profiles/{id}" })}>
            <button type="submit" class={builtin ? "primary" : ""}>Clone</button>
          </form>
        </>
      }
    >
      <div
        data-island="SmartEditor"
        data-props={JSON.stringify(props)}
      >
      </div>
      <noscript>
        <p class="note">Editing rules requires JavaScript. Without it, use the API at {`/api/smart-profiles/${id}`}.</p>
        <RuleSentences draft={draft} />
        <form class="inline-form" method="get" action={link(`/smart-profiles/${id}`)}>
          <label for="test-q">Library titles</label>
          <input id="test-q" type="search" name="q" value={tested?.q} />
          <button type="submit" name="test" value="1">Test rules</button>
        </form>
      </noscript>
      {tested && <RuleMatches matches={tested.matches} />}
    </Page>
  );
}

/** The rules in words, for browsers without JavaScript. */
function RuleSentences({ draft: { rules, audioRules, subtitleRules } }: { draft: SmartDraft }) {
  const groups = [
    ["Rules for the file", rules.map((rule) => ruleSentence(rule, FILE_FACTS))],
    ["Rules for each audio stream", audioRules.map((rule) => streamSentence(rule, AUDIO_FACTS))],
    ["Rules for each subtitle stream", subtitleRules.map((rule) => streamSentence(rule, SUBTITLE_FACTS))],
  ] as const;
  return (
    <>
      {groups.map(([title, sentences]) =>
        sentences.length > 0 && (
          <section class="form-section" aria-label={title}>
            <h2>{title}</h2>
            <ol>{sentences.map((sentence) => <li>{sentence}</li>)}</ol>
          </section>
        )
      )}
    </>
  );
}

/** All recipe fields that a rule may set, with their value types, derived from the schemas. */
const SETTABLE: Settable[] = [
  { path: "container", kind: "choice", options: [...CONTAINERS] },
  ...fieldsOf("video", VideoRecipe),
  ...fieldsOf("audio", AudioRecipe),
  ...fieldsOf("subtitles", SubtitleRecipe),
  ...fieldsOf("output", OutputRecipe),
];

/** Returns the reasons why this machine cannot use some encoders that a rule may set. */
function obstaclesOf({ path }: Settable, machine: EncodeMachine): Pick<Settable, "obstacles"> {
  const reasons = path === "video.encoder"
    ? VIDEO_ENCODERS.map((id) => [id, videoEncoderObstacle(id, machine)] as const)
    : path === "audio.encoder"
    ? AUDIO_ENCODERS.map((id) => [id, audioEncoderObstacle(id, machine, false)] as const)
    : [];
  const known = reasons.flatMap(([id, reason]) => reason === undefined ? [] : [[id, reason] as const]);
  return known.length === 0 ? {} : { obstacles: Object.fromEntries(known) };
}

function fieldsOf(part: string, schema: z.ZodObject): Settable[] {
  return Object.entries(schema.shape).map(([key, field]) => ({
    path: `${part}.${key}`,
    ...kindOf(field as z.ZodType),
  }));
}

function kindOf(field: z.ZodType): Pick<Settable, "kind" | "options"> {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    return kindOf(field.unwrap() as z.ZodType);
  }
  if (field instanceof z.ZodEnum) return { kind: "choice", options: field.options.map(String) };
  if (field instanceof z.ZodUnion) {
    return {
      kind: "choice",
      options: field.options.flatMap((one) => one instanceof z.ZodLiteral ? [Number(one.value)] : []),
    };
  }
  if (field instanceof z.ZodBoolean) return { kind: "flag" };
  if (field instanceof z.ZodNumber) return { kind: "number" };
  return { kind: field instanceof z.ZodArray ? "list" : "text" };
}
