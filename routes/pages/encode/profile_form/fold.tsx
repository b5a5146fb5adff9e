import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { ProfileInput } from "../../../../lib/encode/profiles/schema.ts";
import { profileDifference } from "../../../../lib/ui/profiles/profile_difference.ts";

/** Fields that are always shown. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="form-section" aria-label={title}>
      <h2>{title}</h2>
      <div class="fields">{children}</div>
    </section>
  );
}

/** Fields in which a profile differs from its preset, or from a new profile. */
export interface ProfileChanges {
  /** Name of the preset, or "the defaults". */
  from: string;
  paths: readonly string[];
}

const Changes = createContext<ProfileChanges>({ from: "", paths: [] });
export const ProfileChangesProvider = Changes.Provider;

/** Returns the fields in which a profile differs from the preset that it was cloned from. */
export function profileChanges(profile: ProfileInput, preset?: ProfileInput): ProfileChanges {
  const before = preset ?? ProfileInput.parse({ name: "the defaults" });
  return { from: before.name, paths: profileDifference(before, profile).map(({ path }) => path) };
}

/** Fields that few users change. Open if one of them was changed, and the summary shows how many. */
export function Fold(
  { title, fields, children }: { title: string; fields: readonly string[]; children: ComponentChildren },
) {
  const { from, paths } = useContext(Changes);
  const changed = paths.filter((path) => fields.includes(path)).length;
  return (
    <details class="form-fold" open={changed > 0}>
      <summary>
        <span class="fold-title">
          <h2 class="inline">{title}</h2>
          {changed > 0 && (
            <span class="quiet small">{`${changed} ${changed === 1 ? "differs" : "differ"} from ${from}`}</span>
          )}
        </span>
      </summary>
      <div class="fields">{children}</div>
    </details>
  );
}

/** Fields that apply only to some encoders. They are hidden for the others but still sent, so that no value is lost. */
export function OnlyFor<Encoder extends string>(
  { of, encoders, encoder, children }: {
    /** Field with the encoder. */
    of: "video.encoder" | "audio.encoder";
    encoders: readonly Encoder[];
    /** Selected encoder. */
    encoder: Encoder;
    children: ComponentChildren;
  },
) {
  return (
    <div class="only-for" data-of={of} data-values={encoders.join(" ")} hidden={!encoders.includes(encoder)}>
      {children}
    </div>
  );
}

/** Media types with video or with music. Profiles for any media may have both. */
const MEDIA = { video: ["any", "movie", "tv", "anime"], music: ["any", "music"] } as const;

/** Fields that apply only to one kind of media. They are hidden for the other but still sent. */
export function OnlyForMedia(
  { kind, mediaType, children }: {
    kind: keyof typeof MEDIA;
    mediaType: ProfileInput["mediaType"];
    children: ComponentChildren;
  },
) {
  const types: readonly string[] = MEDIA[kind];
  return (
    <div class="only-for" data-of="mediaType" data-values={types.join(" ")} hidden={!types.includes(mediaType)}>
      {children}
    </div>
  );
}
