import { audioEncodersWith } from "../../../../lib/encode/profiles/encoders.ts";
import type { Profile } from "../../../../lib/encode/profiles/schema.ts";
import { CheckField, NumberField, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import { valueOptions } from "../../../../lib/ui/profiles/profile_texts.ts";
import { Fold, OnlyFor } from "./fold.tsx";

const ENCODING = audioEncodersWith(({ codec }) => codec !== "copy");
const LOSSLESS = audioEncodersWith(({ lossless }) => lossless);
const WITH_COMPRESSION = audioEncodersWith(({ maxCompression }) => maxCompression !== undefined);
const WITH_COMPLEXITY = audioEncodersWith(({ hasComplexity }) => hasComplexity === true);

/** Fields for the tracks that are kept, copied and added. */
export function TrackFields({ profile: { audio } }: { profile: Profile }) {
  return (
    <Fold
      title="Audio tracks"
      fields={[
        "audio.languages",
        "audio.ownLanguages",
        "audio.channels",
        "audio.keepLossless",
        "audio.keepOriginalLanguage",
        "audio.firstMatchOnly",
        "audio.dropCommentary",
        "audio.addStereo",
      ]}
    >
      <TextField
        name="audio.languages"
        type="list"
        label="Languages to keep"
        value={audio.languages.join(", ")}
        help="e.g. jpn, eng; empty = all"
      />
      <CheckField
        name="audio.ownLanguages"
        label="Use my languages"
        checked={audio.ownLanguages}
        help="The languages from the settings, if any, replace this list"
      />
      <OnlyFor of="audio.encoder" encoders={ENCODING} encoder={audio.encoder}>
        <SelectField
          name="audio.channels"
          type="number"
          label="Channels"
          value={String(audio.channels)}
          options={valueOptions("audio.channels", [0, 2, 6, 8])}
        />
      </OnlyFor>
      <CheckField name="audio.keepLossless" label="Copy lossless tracks" checked={audio.keepLossless} />
      <CheckField
        name="audio.keepOriginalLanguage"
        label="Always keep the original language"
        checked={audio.keepOriginalLanguage}
      />
      <CheckField name="audio.firstMatchOnly" label="One track per language" checked={audio.firstMatchOnly} />
      <CheckField name="audio.dropCommentary" label="Exclude commentary" checked={audio.dropCommentary} />
      <CheckField name="audio.addStereo" label="Add a stereo AAC track" checked={audio.addStereo} />
    </Fold>
  );
}

/** Sample format, compression effort and tags of music files. */
export function MusicFields({ profile: { audio } }: { profile: Profile }) {
  return (
    <Fold
      title="Music files"
      fields={[
        "audio.maxSampleRate",
        "audio.bitDepth",
        "audio.compressionLevel",
        "audio.opusComplexity",
        "audio.replayGain",
        "audio.embedCover",
        "audio.preserveMqa",
      ]}
    >
      <SampleFields audio={audio} />
      <CheckField
        name="audio.replayGain"
        label="Write ReplayGain"
        checked={audio.replayGain}
        help="Writes track and album gain to music files, measured by EBU R128"
      />
      <CheckField name="audio.embedCover" label="Keep music cover art" checked={audio.embedCover} />
      <CheckField
        name="audio.preserveMqa"
        label="Keep MQA intact"
        checked={audio.preserveMqa}
        help="MQA tracks are stored bit for bit and never converted to a lossy codec"
      />
    </Fold>
  );
}

function SampleFields({ audio }: { audio: Profile["audio"] }) {
  return (
    <>
      <OnlyFor of="audio.encoder" encoders={ENCODING} encoder={audio.encoder}>
        <NumberField
          name="audio.maxSampleRate"
          label="Maximum sample rate (Hz)"
          value={audio.maxSampleRate}
          min={0}
          help="0 = keep"
        />
      </OnlyFor>
      <OnlyFor of="audio.encoder" encoders={LOSSLESS} encoder={audio.encoder}>
        <SelectField
          name="audio.bitDepth"
          type="number"
          label="Bit depth"
          value={String(audio.bitDepth)}
          options={valueOptions("audio.bitDepth", [0, 16, 24])}
        />
      </OnlyFor>
      <OnlyFor of="audio.encoder" encoders={WITH_COMPRESSION} encoder={audio.encoder}>
        <NumberField
          name="audio.compressionLevel"
          label="Compression level"
          value={audio.compressionLevel}
          min={0}
          max={12}
          help="A higher level is slower but makes smaller files; the audio is identical"
        />
      </OnlyFor>
      <OnlyFor of="audio.encoder" encoders={WITH_COMPLEXITY} encoder={audio.encoder}>
        <NumberField
          name="audio.opusComplexity"
          label="Opus complexity"
          value={audio.opusComplexity}
          min={0}
          max={10}
          help="A higher complexity sounds better but is slower"
        />
      </OnlyFor>
    </>
  );
}
