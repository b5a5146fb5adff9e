import { CONTAINERS, MEDIA_TYPES, type Profile, type ProfileInput } from "../../../../lib/encode/profiles/schema.ts";
import { CheckField, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { valueOptions } from "../../../../lib/ui/profiles/profile_texts.ts";
import { MusicFields, TrackFields } from "./audio_fields.tsx";
import { Essentials, type EssentialsProps } from "./essentials.tsx";
import { Fold, OnlyForMedia, profileChanges, ProfileChangesProvider } from "./fold.tsx";
import { EncoderFields, FrameFields } from "./video_fields.tsx";

/** All fields of a recipe, named as in the API. Essential fields are first, and the others are collapsed by subject. */
export function ProfileFields(
  { profile, machine, preset }: EssentialsProps & {
    /** Preset from which the profile was cloned, if it still exists. */
    preset?: ProfileInput | undefined;
  },
) {
  const { mediaType } = profile;
  return (
    <ProfileChangesProvider value={profileChanges(profile, preset)}>
      <Essentials profile={profile} machine={machine} />
      <General profile={profile} />
      <OnlyForMedia kind="video" mediaType={mediaType}>
        <EncoderFields profile={profile} />
        <FrameFields profile={profile} />
      </OnlyForMedia>
      <TrackFields profile={profile} />
      <OnlyForMedia kind="music" mediaType={mediaType}>
        <MusicFields profile={profile} />
      </OnlyForMedia>
      <OnlyForMedia kind="video" mediaType={mediaType}>
        <Subtitles profile={profile} />
      </OnlyForMedia>
      <Output profile={profile} />
    </ProfileChangesProvider>
  );
}

function General({ profile }: { profile: Profile }) {
  return (
    <Fold title="Media and container" fields={["mediaType", "container"]}>
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
    </Fold>
  );
}

function Subtitles({ profile: { subtitles } }: { profile: Profile }) {
  return (
    <Fold
      title="Subtitles"
      fields={[
        "subtitles.languages",
        "subtitles.ownLanguages",
        "subtitles.burnLanguage",
        "subtitles.pictureSubtitles",
        "subtitles.burnForcedOnly",
        "subtitles.keepFonts",
        "subtitles.dropCommentary",
      ]}
    >
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
        help="empty = the first language"
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
    </Fold>
  );
}

function Output({ profile: { output } }: { profile: Profile }) {
  return (
    <Fold
      title="Result"
      fields={[
        "output.directory",
        "output.suffix",
        "output.replaceDamaged",
        "output.checkSource",
        "output.segments",
        "output.renameTokens",
        "output.cleanMetadata",
        "output.notifyArr",
      ]}
    >
      <TextField name="output.directory" label="Folder" value={output.directory} help="empty = next to the source" />
      <TextField name="output.suffix" label="File name suffix" value={output.suffix} />
      <CheckField
        name="output.replaceDamaged"
        label="Replace damaged originals too"
        checked={output.replaceDamaged}
        help="If disabled, an original with decoding errors is kept next to its encode"
      />
      <CheckField
        name="output.checkSource"
        label="Fully check the source first"
        checked={output.checkSource}
        help="Decodes every frame before the encode starts; damaged files are not encoded"
      />
      <SelectField
        name="output.segments"
        label="Encode in segments"
        value={output.segments}
        options={valueOptions("output.segments", ["auto", "on", "off"])}
        help="After a restart, only the segment in progress is encoded again. Each segment is at least a minute long"
      />
      <CheckField
        name="output.renameTokens"
        label="Rename to match the encode"
        checked={output.renameTokens}
        help="Remux-2160p becomes Bluray-2160p; codec and audio tokens are updated too"
      />
      <CheckField name="output.cleanMetadata" label="Clean metadata" checked={output.cleanMetadata} />
      <CheckField name="output.notifyArr" label="Trigger a rescan in the manager" checked={output.notifyArr} />
    </Fold>
  );
}
