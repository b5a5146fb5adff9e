import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { ProfileInput } from "../../../../lib/encode/profiles/schema.ts";
import { profileDifference } from "../../../../lib/ui/profiles/profile_difference.ts";

/** Section of fields that are always shown. */
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

/** Returns the fields in which a profile differs from the preset from which it was cloned. */
export function profileChanges(profile: ProfileInput, preset?: ProfileInput): ProfileChanges {
  const before = preset ?? ProfileInput.parse({ name: "the defaults" });
  return { from: before.name, paths: profileDifference(before, profile).map(({ path }) => path) };
}

/**
 * Collapsible section of fields that few users change. It is open if fields were changed, and its summary shows their
 * number.
 */
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

/**
 * Fields that apply only to some encoders. They are hidden for other encoders but still sent, so that no value is lost.
 */
export function OnlyFor<Encoder extends string>(
  { of, encoders, encoder, children }: {
    /** Field that selects the encoder. */
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

/** Media types of profiles that have video fields, and of those that have music fields. */
const MEDIA = { video: ["any", "movie", "tv", "anime"], music: ["any", "music"] } as const;

/** Fields that apply only to video or only to music. They are hidden for the other kind but still sent. */
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
