import type { ComponentChildren } from "preact";
import type { Choice } from "../../lib/ui/choice_options.tsx";
import { valueWords } from "../../lib/ui/profiles/profile_texts.ts";
import { Select, Text } from "./smart_fields.tsx";
import { integerOf, type Kind, listOf, numberOf, type Settable, type SmartDraft } from "./smart_model.ts";
import { storedText, typedText } from "./smart_words.ts";
import { FileRules, StreamRules } from "./smart_rules.tsx";

interface SectionProps {
  draft: SmartDraft;
  onChange(part: Partial<SmartDraft>): void;
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="form-section" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Name, description and base profile. */
export function General(
  { draft, bases, mediaTypes, onChange }: SectionProps & {
    bases: readonly Choice[];
    mediaTypes: string[];
  },
) {
  return (
    <Section title="General">
      <div class="fields">
        <Text label="Name" value={draft.name} onChange={(name) => onChange({ name })} />
        <Select
          label="Media type"
          value={draft.mediaType}
          options={mediaTypes.map((type) => ({ id: type, name: valueWords(type, "mediaType") }))}
          onChange={(mediaType) => onChange({ mediaType })}
        />
        <Select
          label="Base profile"
          value={draft.baseProfileId}
          options={bases}
          onChange={(baseProfileId) => onChange({ baseProfileId })}
        />
        <Text label="Description" value={draft.description} onChange={(description) => onChange({ description })} />
      </div>
    </Section>
  );
}

/** Rules that set values of the profile depending on facts of the whole file. */
export function FileRulesSection(
  { draft, facts, settable, onChange }: SectionProps & { facts: Record<string, Kind>; settable: Settable[] },
) {
  return (
    <Section title="Rules for the file">
      <p class="help">Every matching rule applies; later rules override earlier ones.</p>
      <FileRules rules={draft.rules} facts={facts} settable={settable} onChange={(rules) => onChange({ rules })} />
    </Section>
  );
}

/** Rules for each audio stream. */
export function AudioRulesSection(
  { draft, facts, encoders, onChange }: SectionProps & { facts: Record<string, Kind>; encoders: readonly Choice[] },
) {
  return (
    <Section title="Rules for each audio stream">
      <p class="help">The first matching rule applies; if none matches, the audio settings of the profile apply.</p>
      <StreamRules
        rules={draft.audioRules}
        facts={facts}
        actions={["copy", "encode", "drop"]}
        encoders={encoders}
        onChange={(audioRules) => onChange({ audioRules })}
      />
    </Section>
  );
}

/** Rules for each subtitle stream. */
export function SubtitleRulesSection({ draft, facts, onChange }: SectionProps & { facts: Record<string, Kind> }) {
  return (
    <Section title="Rules for each subtitle stream">
      <StreamRules
        rules={draft.subtitleRules}
        facts={facts}
        actions={["copy", "ocr", "burn", "drop"]}
        onChange={(subtitleRules) => onChange({ subtitleRules })}
      />
    </Section>
  );
}

/** Conditions under which a file is not worth encoding. */
export function SkipSection({ draft, onChange }: SectionProps) {
  const skip = (part: Partial<SmartDraft["skip"]>) => onChange({ skip: { ...draft.skip, ...part } });
  return (
    <Section title="When to skip a file">
      <div class="fields">
        <Text
          label="Minimum savings (%)"
          numeric
          value={String(draft.skip.minSavingPercent)}
          onChange={(text) => skip({ minSavingPercent: numberOf(text) })}
        />
        <Text
          label="Video codecs to keep"
          value={typedText("keepCodecs", draft.skip.keepCodecs)}
          onChange={(text) => skip({ keepCodecs: listOf(storedText("keepCodecs", text)) })}
        />
        <Text
          label="Keep them below this bit rate (kb/s per megapixel at 24 fps)"
          numeric
          value={String(draft.skip.maxVideoKbpsPerMegapixel)}
          onChange={(text) => skip({ maxVideoKbpsPerMegapixel: integerOf(text) })}
        />
        <Select
          label="When nothing changes"
          value={draft.onNothing}
          options={[{ id: "skip", name: "skip the file" }, { id: "rename-only", name: "copy it under the new name" }]}
          onChange={(onNothing) => onChange({ onNothing })}
        />
      </div>
    </Section>
  );
}
