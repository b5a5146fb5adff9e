import {
  ChoiceSetting,
  ListSetting,
  NumberSetting,
  ProgramSetting,
  SecretSetting,
  SwitchSetting,
  TextSetting,
} from "../settings_controls.tsx";
import { METHOD_LABELS } from "../../../../../lib/encode/profiles/encoders/methods.ts";
import { useLink } from "../../../../../lib/ui/render.tsx";
import { Feature, Section } from "../settings_section.tsx";

/** Settings for hardware encoding, OCR, other programs, and other machines. */

/** Video encoding hardware. */
export function Hardware() {
  return (
    <Section
      id="hardware"
      lead={
        <>
          Software gives the smallest files. A method can be <a href="#hardware-test-h">tested</a> before it is saved.
        </>
      }
    >
      <ChoiceSetting
        name="transcoding.hardwareAcceleration"
        labels={METHOD_LABELS}
      />
      <TextSetting name="transcoding.device" />
      <SwitchSetting name="transcoding.hardwareDecoding" />
      <SwitchSetting name="transcoding.fallbackToSoftware" />
    </Section>
  );
}

/** OCR of image-based subtitles. */
export function PictureSubtitles() {
  return (
    <Section id="subtitles">
      <Feature on={<SwitchSetting name="ocr.enabled" />}>
        <ListSetting name="ocr.languages" />
        <ProgramSetting name="ocr.ocrPath" />
      </Feature>
    </Section>
  );
}

/** Paths of external programs. */
export function Programs() {
  return (
    <Section id="programs">
      <ProgramSetting name="ffmpegPath" />
      <ProgramSetting name="ffprobePath" />
      <ProgramSetting name="encodertoolPath" />
      <ProgramSetting name="doviToolPath" />
      <ProgramSetting name="hdr10plusToolPath" />
    </Section>
  );
}

/** Other machines that encode for this one. */
export function Agents() {
  const link = useLink();
  return (
    <Section
      id="agents"
      lead={
        <>
          Other machines encode parts of movies for this server. They join and are shown on the{" "}
          <a href={link("/agents")}>Agents page</a>.
        </>
      }
    >
      <Feature on={<SwitchSetting name="agents.enabled" />}>
        <SwitchSetting name="agents.requireApproval" />
        <NumberSetting name="agents.keepLocal" />
        <TextSetting name="agents.listen" />
        <SecretSetting name="agents.server" />
        <SecretSetting name="agents.token" />
      </Feature>
    </Section>
  );
}

/** Experimental settings that may still change. */
export function Experiments() {
  return (
    <Section id="experiments" lead="These may change or be removed.">
      <SwitchSetting name="experiments.barcode" />
      <SwitchSetting name="experiments.wanted" />
    </Section>
  );
}
