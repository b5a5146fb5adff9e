import type { ComponentChildren } from "preact";
import type { Profile } from "../../lib/profiles/schema.ts";
import type { Settings } from "../../lib/settings/schema.ts";
import { CheckField, NumberField, SelectField, TextField } from "../../lib/ui/field.tsx";

export interface SettingsData {
  /** As `GET /api/settings` answers them: secrets masked. */
  settings: Settings;
  profiles: Pick<Profile, "id" | "name">[];
  /** Dotted keys the environment holds. */
  locked: string[];
  restartRequired: boolean;
}

/** The groups in their order: anchor and heading. */
export const SECTIONS = [
  ["encoding", "Encoding"],
  ["hardware", "Hardware"],
  ["defaults", "Default profiles"],
  ["subtitles", "Picture subtitles"],
  ["programs", "Programs"],
  ["host", "Host"],
  ["security", "Security"],
  ["logging", "Logging"],
] as const;

/** Every field of the page, named as the API takes it. */
export function SettingsFields(data: SettingsData) {
  return (
    <>
      <Encoding {...data} />
      <Hardware {...data} />
      <Defaults {...data} />
      <PictureSubtitles {...data} />
      <Programs {...data} />
      <HostFields {...data} />
      <Security {...data} />
      <Logging {...data} />
    </>
  );
}

function Section({ id, children }: { id: (typeof SECTIONS)[number][0]; children: ComponentChildren }) {
  const label = SECTIONS.find(([section]) => section === id)?.[1];
  return (
    <section class="form-section" id={id} aria-label={label}>
      <h2>{label}</h2>
      <div class="fields">{children}</div>
    </section>
  );
}

function Encoding({ settings }: SettingsData) {
  const { transcoding } = settings;
  return (
    <Section id="encoding">
      <NumberField
        name="concurrency"
        label="Encodes at a time"
        value={settings.concurrency}
        min={0}
        max={32}
        help="0 starts nothing. Default 1."
      />
      <SelectField
        name="transcodeTemp"
        label="Where encodes are written"
        value={settings.transcodeTemp}
        options={[["transcodes", "in the transcodes folder, then moved"], ["output", "next to the final file"]]}
      />
      <NumberField
        name="stallTimeoutMinutes"
        label="Stop a stalled encode after, minutes"
        value={settings.stallTimeoutMinutes}
        min={0}
        help="0 = never. Default 10."
      />
      <SelectField
        name="transcoding.verify"
        label="Check finished files"
        value={transcoding.verify}
        options={[["windows", "in windows; in full before an original is replaced"], ["full", "in full, always"], [
          "off",
          "streams and length only",
        ]]}
      />
      <NumberField
        name="transcoding.keepOriginalDays"
        label="Keep replaced originals, days"
        value={transcoding.keepOriginalDays}
        min={0}
        help="In a bin beside the file. Default 7."
      />
      <CheckField name="preventSleep" label="Keep the computer awake while working" checked={settings.preventSleep} />
    </Section>
  );
}

const METHODS = ["none", "nvenc", "qsv", "vaapi", "amf", "videotoolbox", "rkmpp", "v4l2"] as const;

function Hardware({ settings: { transcoding } }: SettingsData) {
  return (
    <Section id="hardware">
      <SelectField
        name="transcoding.hardwareAcceleration"
        label="Method"
        value={transcoding.hardwareAcceleration}
        options={METHODS.map((m) => [m, m] as const)}
        help="Software gives the smallest files; default none."
      />
      <TextField
        name="transcoding.device"
        label="Device"
        value={transcoding.device}
        help="GPU index or render node; empty = the first"
      />
      <CheckField
        name="transcoding.hardwareDecoding"
        label="Decode on the hardware too"
        checked={transcoding.hardwareDecoding}
      />
      <CheckField
        name="transcoding.fallbackToSoftware"
        label="Try again on the CPU when the hardware fails"
        checked={transcoding.fallbackToSoftware}
      />
    </Section>
  );
}

function Defaults({ settings: { defaultProfiles }, profiles }: SettingsData) {
  const options = profiles.map((profile) => [profile.id, profile.name] as const);
  return (
    <Section id="defaults">
      <SelectField name="defaultProfiles.movie" label="Films" value={defaultProfiles.movie} options={options} />
      <SelectField name="defaultProfiles.tv" label="Series" value={defaultProfiles.tv} options={options} />
      <SelectField name="defaultProfiles.anime" label="Anime" value={defaultProfiles.anime} options={options} />
      <SelectField name="defaultProfiles.music" label="Music" value={defaultProfiles.music} options={options} />
    </Section>
  );
}

function PictureSubtitles({ settings: { ocr } }: SettingsData) {
  return (
    <Section id="subtitles">
      <CheckField
        name="ocr.enabled"
        label="Read picture subtitles as text"
        checked={ocr.enabled}
        help="With tesseract, where a profile asks for it. Off: they are copied whatever a profile asks."
      />
      <TextField
        name="ocr.ocrPath"
        label="tesseract"
        value={ocr.ocrPath}
        placeholder="found by itself"
        help="An absolute path; empty = look for it"
      />
      <TextField
        name="ocr.languages"
        type="list"
        label="Languages to read with"
        value={ocr.languages.join(", ")}
        help="e.g. eng, deu; empty = as each stream says"
      />
    </Section>
  );
}

function Programs({ settings }: SettingsData) {
  return (
    <Section id="programs">
      <TextField
        name="ffmpegPath"
        label="ffmpeg"
        value={settings.ffmpegPath}
        placeholder="found by itself"
        help="An absolute path; empty = look for it"
      />
      <TextField
        name="ffprobePath"
        label="ffprobe"
        value={settings.ffprobePath}
        placeholder="found by itself"
        help="An absolute path; empty = look for it"
      />
      <TextField
        name="encodertoolPath"
        label="fre:ac (freaccmd)"
        value={settings.encodertoolPath}
        placeholder="found by itself"
        help="Encodes music where ffmpeg cannot: Monkey's Audio. Empty = look for it"
      />
    </Section>
  );
}

function HostFields({ settings: { general: { host } }, locked }: SettingsData) {
  const held = (key: string) => locked.includes(`general.host.${key}`);
  const help = (key: string, text: string) => held(key) ? `${text} Held by the environment.` : text;
  return (
    <Section id="host">
      <TextField
        name="general.host.bindAddress"
        label="Bind address"
        value={host.bindAddress}
        disabled={held("bindAddress")}
        help={help("bindAddress", "* = every interface. Restart needed.")}
      />
      <NumberField
        name="general.host.port"
        label="Port"
        value={host.port}
        min={1}
        max={65535}
        disabled={held("port")}
        help={help("port", "Default 3939. Restart needed.")}
      />
      <TextField
        name="general.host.urlBase"
        label="URL base"
        value={host.urlBase}
        placeholder="/lathe"
        disabled={held("urlBase")}
        help={help("urlBase", "Sub-path behind a reverse proxy. Restart needed.")}
      />
      <TextField name="general.host.instanceName" label="Instance name" value={host.instanceName} />
      <TextField
        name="general.host.applicationUrl"
        label="Application URL"
        value={host.applicationUrl}
        placeholder="https://lathe.example.org"
        help="The address others reach it by"
      />
      <TextField
        name="general.host.allowedHosts"
        type="list"
        label="More host names"
        value={host.allowedHosts.join(", ")}
        help="Names this instance is also called by"
      />
    </Section>
  );
}

function Security({ settings: { general: { security } } }: SettingsData) {
  return (
    <Section id="security">
      <TextField
        name="general.security.mediaRoots"
        type="list"
        label="Media folders"
        value={security.mediaRoots.join(", ")}
        help="Only files below these may be encoded; empty = any readable file"
      />
      <TextField
        name="general.security.trustedProxies"
        type="list"
        label="Trusted proxies"
        value={security.trustedProxies.join(", ")}
        help="Empty = any local address"
      />
    </Section>
  );
}

function Logging({ settings: { general: { logging } } }: SettingsData) {
  return (
    <Section id="logging">
      <SelectField
        name="general.logging.level"
        label="Level"
        value={logging.level}
        options={[["info", "Info"], ["debug", "Debug"], ["trace", "Trace"]]}
      />
      <NumberField
        name="general.logging.sizeLimitMb"
        label="Start a new file at, MB"
        value={logging.sizeLimitMb}
        min={1}
        max={100}
      />
    </Section>
  );
}
