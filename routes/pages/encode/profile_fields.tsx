import { CONTAINERS, MEDIA_TYPES, type Profile } from "../../../lib/encode/profiles/schema.ts";
import { AudioFields } from "./profile_audio_fields.tsx";
import { CheckField, SelectField, TextField } from "../../../lib/ui/field.tsx";
import { valueOptions } from "../../../lib/ui/profiles/profile_texts.ts";
import { Section } from "./profile_section.tsx";
import { VideoFields } from "./profile_video_fields.tsx";

/** All fields of a recipe, named as in the API. */
export function ProfileFields({ profile }: { profile: Profile }) {
  return (
    <>
      <General profile={profile} />
      <VideoFields profile={profile} />
      <AudioFields profile={profile} />
      <Subtitles profile={profile} />
      <Output profile={profile} />
    </>
  );
}

function General({ profile }: { profile: Profile }) {
  return (
    <Section title="General">
      <TextField name="name" label="Name" value={profile.name} required />
      <SelectField
        name="mediaType"
        label="Media type"
        value={profile.mediaType}
        options={valueOptions("mediaType", MEDIA_TYPES)}
      />
      <SelectField
        name="container"
        label="Container"
        value={profile.container}
        options={valueOptions("container", CONTAINERS)}
      />
      <TextField name="description" label="Description" value={profile.description} />
    </Section>
  );
}

function Subtitles({ profile: { subtitles } }: { profile: Profile }) {
  return (
    <Section title="Subtitles">
      <SelectField
        name="subtitles.mode"
        label="Action"
        value={subtitles.mode}
        options={valueOptions("subtitles.mode", ["copy", "copy-text", "burn", "none"])}
      />
      <TextField
        name="subtitles.languages"
        type="list"
        label="Languages to keep"
        value={subtitles.languages.join(", ")}
        help="empty = all"
      />
      <CheckField
        name="subtitles.ownLanguages"
        label="Use my languages"
        checked={subtitles.ownLanguages}
        help="The languages from the settings, if any, replace this list"
      />
      <TextField
        name="subtitles.burnLanguage"
        label="Language to burn in"
        value={subtitles.burnLanguage}
        help="empty = the first"
      />
      <SelectField
        name="subtitles.pictureSubtitles"
        label="Bitmap subtitles"
        value={subtitles.pictureSubtitles}
        options={valueOptions("subtitles.pictureSubtitles", ["copy", "ocr", "ocr-keep", "drop"])}
      />
      <CheckField
        name="subtitles.burnForcedOnly"
        label="Burn in forced subtitles only"
        checked={subtitles.burnForcedOnly}
      />
      <CheckField name="subtitles.keepFonts" label="Keep fonts" checked={subtitles.keepFonts} />
      <CheckField name="subtitles.dropCommentary" label="Exclude commentary" checked={subtitles.dropCommentary} />
    </Section>
  );
}

function Output({ profile: { output } }: { profile: Profile }) {
  return (
    <Section title="Result">
      <TextField name="output.directory" label="Folder" value={output.directory} help="empty = next to the source" />
      <TextField name="output.suffix" label="File name suffix" value={output.suffix} />
      <CheckField
        name="output.replaceOriginal"
        label="Replace the original"
        checked={output.replaceOriginal}
        help="Only after the result is verified; the original is kept in a recycle bin for the number of days in the settings"
      />
      <CheckField
        name="output.replaceDamaged"
        label="Replace damaged originals too"
        checked={output.replaceDamaged}
        help="Otherwise, an original with decoding errors is kept next to its encode"
      />
      <CheckField
        name="output.checkSource"
        label="Fully check the source first"
        checked={output.checkSource}
        help="Decodes every frame before the encode starts; damaged files are not encoded"
      />
      <SelectField
        name="output.segments"
        label="Encode in parts"
        value={output.segments}
        options={valueOptions("output.segments", ["auto", "on", "off"])}
        help="After a restart, only the part in progress is encoded again; each part is at least a minute long"
      />
      <CheckField
        name="output.renameTokens"
        label="Rename to match the encode"
        checked={output.renameTokens}
        help="Remux-2160p becomes Bluray-2160p; codec and audio tokens are updated too"
      />
      <CheckField name="output.cleanMetadata" label="Clean metadata" checked={output.cleanMetadata} />
      <CheckField name="output.notifyArr" label="Trigger a rescan in the manager" checked={output.notifyArr} />
    </Section>
  );
}
