import {
  ChoiceSetting,
  ListSetting,
  NumberSetting,
  SecretSetting,
  SwitchSetting,
  TextSetting,
} from "./settings_controls.tsx";
import { Section } from "./settings_section.tsx";

/** What encodes besides ffmpeg itself: hardware, text readers, other programs and other machines. */

const FOUND = "An absolute path. Empty = look for it.";

/** How pictures are encoded. */
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
        label="Method"
        labels={{
          none: "none: software",
          nvenc: "NVENC (NVIDIA)",
          qsv: "Quick Sync (Intel)",
          vaapi: "VA-API",
          amf: "AMF (AMD)",
          videotoolbox: "VideoToolbox (Apple)",
          rkmpp: "RKMPP (Rockchip)",
          v4l2: "V4L2",
        }}
      />
      <TextSetting
        name="transcoding.device"
        label="Device"
        help="GPU index or render node. Empty = the first."
        advanced
      />
      <SwitchSetting name="transcoding.hardwareDecoding" label="Decode on the hardware too" />
      <SwitchSetting name="transcoding.fallbackToSoftware" label="Try again on the CPU when the hardware fails" />
    </Section>
  );
}

/** Reading picture subtitles as text. */
export function PictureSubtitles() {
  return (
    <Section id="subtitles">
      <SwitchSetting
        name="ocr.enabled"
        label="Read picture subtitles as text"
        help="With tesseract, where a profile asks for it. Off: they are copied whatever a profile asks."
      />
      <ListSetting
        name="ocr.languages"
        label="Languages to read with"
        help="Three letters each, such as eng, deu. Empty = as each stream says."
      />
      <TextSetting name="ocr.ocrPath" label="tesseract" placeholder="found by itself" help={FOUND} advanced />
    </Section>
  );
}

/** Where programs are. */
export function Programs() {
  return (
    <Section id="programs">
      <TextSetting name="ffmpegPath" label="ffmpeg" placeholder="found by itself" help={FOUND} />
      <TextSetting name="ffprobePath" label="ffprobe" placeholder="found by itself" help={FOUND} />
      <TextSetting
        name="encodertoolPath"
        label="fre:ac (freaccmd)"
        placeholder="found by itself"
        help={`Encodes music where ffmpeg cannot: Monkey's Audio. ${FOUND}`}
      />
      <TextSetting
        name="doviToolPath"
        label="dovi_tool"
        placeholder="found by itself"
        help={`Keeps Dolby Vision in HEVC encodes. ${FOUND}`}
        advanced
      />
      <TextSetting
        name="hdr10plusToolPath"
        label="hdr10plus_tool"
        placeholder="found by itself"
        help={`Keeps HDR10+ in HEVC encodes. ${FOUND}`}
        advanced
      />
    </Section>
  );
}

/** Other machines that encode for this one. */
export function Agents() {
  return (
    <Section id="agents" lead="Another machine runs Lathe as an agent and takes encodes from here.">
      <SwitchSetting name="agents.enabled" label="Let agents encode" />
      <SwitchSetting
        name="agents.requireApproval"
        label="Ask before an agent may work"
        help="A new agent waits until you approve it."
      />
      <NumberSetting name="agents.keepLocal" label="Encodes kept on this machine" />
      <TextSetting
        name="agents.listen"
        label="Address for agents"
        help="Where agents reach this instance. Empty = as everyone else does."
      />
      <SecretSetting
        name="agents.token"
        label="Agents' token"
        help="What agents show to be let in. Empty = none."
      />
    </Section>
  );
}

/** What may still change. */
export function Experiments() {
  return (
    <Section id="experiments" lead="These may change or go away.">
      <SwitchSetting name="experiments.barcode" label="Scan barcodes of discs with a phone" />
      <SwitchSetting
        name="experiments.wanted"
        label="List discs worth looking for"
        help="From what the managers hold below its cutoff."
      />
    </Section>
  );
}
