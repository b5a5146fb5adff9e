import type { Profile } from "../../lib/profiles/schema.ts";
import { hx } from "../../lib/ui/hx.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../lib/ui/layout.tsx";
import { useLink } from "../../lib/ui/render.tsx";

const GROUPS = [
  ["movie", "Films"],
  ["tv", "Series"],
  ["anime", "Anime"],
  ["any", "Any media"],
  ["music", "Music"],
] as const;

/** Every profile by media type: your own first, then the presets. */
export function ProfilesPage({ profiles }: { profiles: Profile[] }) {
  const own = profiles.filter((profile) => !profile.builtin);
  const presets = profiles.filter((profile) => profile.builtin);
  return (
    <Page
      title="Profiles"
      lead="A profile is the whole recipe of one encode. Presets stay as they are: clone one to make it yours."
    >
      <section aria-labelledby="own-h">
        <div class="section-head">
          <h2 id="own-h">Yours</h2>
        </div>
        {own.length === 0
          ? (
            <Empty title="No profile of your own yet">
              <p>Clone the preset that comes closest to what you want, then change what you like.</p>
            </Empty>
          )
          : <Grid profiles={own} />}
      </section>
      {GROUPS.map(([type, label]) => {
        const group = presets.filter((profile) => profile.mediaType === type);
        return group.length > 0 && (
          <section class="section" aria-labelledby={`presets-${type}`}>
            <div class="section-head">
              <h2 id={`presets-${type}`}>Presets: {label}</h2>
            </div>
            <Grid profiles={group} />
          </section>
        );
      })}
    </Page>
  );
}

function Grid({ profiles }: { profiles: Profile[] }) {
  return <div class="profile-grid">{profiles.map((profile) => <ProfileCard profile={profile} />)}</div>;
}

/** `defaultProfiles.movie` in the words of the settings page. */
function useWords(key: string): string {
  const kind = MEDIA_WORDS[key.split(".").pop() ?? ""] ?? key;
  return key.startsWith("auto.") ? `Auto transcode of ${kind}` : `Default for ${kind}`;
}

const MEDIA_WORDS: Record<string, string> = { movie: "films", tv: "series", anime: "anime", music: "music" };

function ProfileCard({ profile }: { profile: Profile }) {
  const link = useLink();
  return (
    <article class="card profile-card" aria-label={profile.name}>
      <header>
        <h3>{profile.name}</h3>
        <span class="badge">{profile.builtin ? "preset" : profile.mediaType}</span>
      </header>
      {profile.description && <p class="small quiet">{profile.description}</p>}
      <ul>{describe(profile).map((line) => <li>{line}</li>)}</ul>
      {profile.missingEncoders.length > 0 && (
        <Note tone="warn">
          This ffmpeg has no {profile.missingEncoders.join(" or ")}: jobs with this profile will fail.
        </Note>
      )}
      {profile.usedBy.length > 0 && <p class="small quiet">{profile.usedBy.map(useWords).join(", ")}</p>}
      <footer>
        <form
          method="post"
          action={link(`/api/profiles/${profile.id}/clone`)}
          data-behaviour="ActionForms"
          data-then="/profiles/{id}"
        >
          <button type="submit">
            <Icon name="copy" size={16} />Clone<span class="visually-hidden">{profile.name}</span>
          </button>
        </form>
        <a class="button" href={link(`/profiles/${profile.id}`)}>
          {profile.builtin ? "View" : "Edit"}
          <span class="visually-hidden">{profile.name}</span>
        </a>
        {!profile.builtin && (
          <button
            type="button"
            class="danger"
            {...hx({
              delete: link(`/api/profiles/${profile.id}`),
              target: "closest article",
              swap: "delete",
              confirm: `Delete the profile “${profile.name}”?`,
            })}
          >
            <Icon name="trash" size={16} />Delete<span class="visually-hidden">{profile.name}</span>
          </button>
        )}
      </footer>
    </article>
  );
}

/** A recipe in three short lines. */
export function describe({ container, video, audio, subtitles, mediaType }: Profile): string[] {
  const sound = audio.encoder === "copy"
    ? "audio as it is"
    : `${audio.encoder}${audio.bitrate ? ` ${audio.bitrate} kb/s` : ""}`;
  const languages = audio.languages.length > 0 ? `, ${audio.languages.join(" + ")}` : "";
  if (mediaType === "music") return [`${container.toUpperCase()}: ${sound}`];
  const picture = video.encoder === "copy"
    ? "video as it is"
    : `${video.encoder}, ${video.bitrate ? `${video.bitrate} kb/s` : `quality ${video.quality}`}${
      video.preset ? `, ${video.preset}` : ""
    }${video.maxHeight ? `, up to ${video.maxHeight}p` : ""}`;
  return [`${container.toUpperCase()}: ${picture}`, `${sound}${languages}`, `subtitles: ${SUBTITLES[subtitles.mode]}`];
}

const SUBTITLES = { copy: "kept", "copy-text": "text only", burn: "burned in", none: "none" } as const;
