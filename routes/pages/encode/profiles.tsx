import type { Profile } from "../../../lib/encode/profiles/schema.ts";
import type { SmartProfile } from "../../../lib/encode/profiles/smart/schema.ts";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

const GROUPS = [
  ["movie", "Movies"],
  ["tv", "Series"],
  ["anime", "Anime"],
  ["any", "Any media"],
  ["music", "Music"],
] as const;

/** All profiles by media type: the user's own first, then the presets. */
export function ProfilesPage({ profiles, smart }: { profiles: Profile[]; smart: SmartProfile[] }) {
  const link = useLink();
  const own = profiles.filter((profile) => !profile.builtin);
  const presets = profiles.filter((profile) => profile.builtin);
  return (
    <Page
      title="Profiles"
      lead="A profile contains all settings of an encode. Presets are read-only: clone one to edit it."
      actions={<a class="button" href={link("/profiles/import")}>Import</a>}
    >
      <div class="profile-groups">
        <section class="section" data-size={own.length} aria-labelledby="yours-h">
          <div class="section-head">
            <h2 id="yours-h">Your profiles</h2>
          </div>
          {own.length === 0
            ? (
              <Empty title="No custom profiles yet">
                <p>Clone the preset closest to what you want, then adjust it.</p>
              </Empty>
            )
            : <Grid profiles={own} />}
        </section>
        <section class="section" data-size={smart.length} aria-labelledby="smart-h">
          <div class="section-head">
            <h2 id="smart-h">Smart: adapts to each file</h2>
          </div>
          <div class="profile-grid">{smart.map((profile) => <SmartCard profile={profile} />)}</div>
        </section>
        {GROUPS.map(([type, label]) => {
          const group = presets.filter((profile) => profile.mediaType === type);
          return group.length > 0 && (
            <section class="section" data-size={group.length} aria-labelledby={`presets-${type}`}>
              <div class="section-head">
                <h2 id={`presets-${type}`}>Presets: {label}</h2>
              </div>
              <Grid profiles={group} />
            </section>
          );
        })}
      </div>
    </Page>
  );
}

/** Profiles that can run here. The others are collapsed, each with the reason. */
function Grid({ profiles }: { profiles: Profile[] }) {
  const unable = profiles.filter(({ missingEncoders }) => missingEncoders.length > 0);
  const able = profiles.filter((profile) => !unable.includes(profile));
  const cards = (some: Profile[]) => (
    <div class="profile-grid">{some.map((profile) => <ProfileCard key={profile.id} profile={profile} />)}</div>
  );
  return (
    <>
      {able.length > 0 && cards(able)}
      {unable.length > 0 && (
        <details class="folded">
          <summary>{`${unable.length} unavailable: this ffmpeg lacks their encoders`}</summary>
          {cards(unable)}
        </details>
      )}
    </>
  );
}

/** Returns the settings page's label for a key such as `defaultProfiles.movie`. */
function useWords(key: string): string {
  const kind = MEDIA_WORDS[key.split(".").pop() ?? ""] ?? key;
  return key.startsWith("auto.") ? `Auto transcode for ${kind}` : `Default for ${kind}`;
}

const MEDIA_WORDS: Record<string, string> = { movie: "movies", tv: "series", anime: "anime", music: "music" };

function ProfileCard({ profile }: { profile: Profile }) {
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
      <CardFooter profile={profile} kind="profiles" />
    </article>
  );
}

function SmartCard({ profile }: { profile: SmartProfile }) {
  const rules = profile.rules.length + profile.audioRules.length + profile.subtitleRules.length;
  return (
    <article class="card profile-card" aria-label={profile.name}>
      <header>
        <h3>{profile.name}</h3>
        <span class="badge" data-tone="accent">smart</span>
      </header>
      {profile.description && <p class="small quiet">{profile.description}</p>}
      <ul>{profile.rules.filter((rule) => rule.when.length > 0).slice(0, 4).map((rule) => <li>{rule.name}</li>)}</ul>
      <p class="small quiet">
        {rules} rules; files are skipped below {profile.skip.minSavingPercent} % savings
      </p>
      {profile.usedBy.length > 0 && <p class="small quiet">{profile.usedBy.map(useWords).join(", ")}</p>}
      <CardFooter profile={profile} kind="smart-profiles" />
    </article>
  );
}

/** Buttons to clone, view or edit, and delete. */
function CardFooter({ profile, kind }: {
  profile: { id: string; name: string; builtin: boolean };
  kind: "profiles" | "smart-profiles";
}) {
  const link = useLink();
  const named = <span class="visually-hidden">{profile.name}</span>;
  return (
    <footer>
      <form {...hxForm(link(`/api/${kind}/${profile.id}/clone`), { then: `/${kind}/{id}` })}>
        <button type="submit">
          <Icon name="copy" size={16} />Clone{named}
        </button>
      </form>
      <a class="button" href={link(`/${kind}/${profile.id}`)}>
        {profile.builtin ? "View" : "Edit"}
        {named}
      </a>
      {kind === "profiles" && (
        <a class="button" href={link(`/api/profiles/${profile.id}/export`)} download>Export{named}</a>
      )}
      {!profile.builtin && (
        <button
          type="button"
          class="danger"
          {...hx({
            delete: link(`/api/${kind}/${profile.id}`),
            target: "closest article",
            swap: "delete",
            confirm: `Delete the profile “${profile.name}”?`,
          })}
        >
          <Icon name="trash" size={16} />Delete{named}
        </button>
      )}
    </footer>
  );
}

/** Describes a recipe in three short lines of text. */
export function describe({ container, video, audio, subtitles, mediaType }: Profile): string[] {
  const sound = audio.encoder === "copy"
    ? "audio copied"
    : `${audio.encoder}${audio.bitrate ? ` ${audio.bitrate} kb/s` : ""}`;
  const languages = audio.languages.length > 0 ? `, ${audio.languages.join(" + ")}` : "";
  if (mediaType === "music") return [`${container.toUpperCase()}: ${sound}`];
  const picture = video.encoder === "copy"
    ? "video copied"
    : `${video.encoder}, ${video.bitrate ? `${video.bitrate} kb/s` : `quality ${video.quality}`}${
      video.preset ? `, ${video.preset}` : ""
    }${video.maxHeight ? `, up to ${video.maxHeight}p` : ""}`;
  return [`${container.toUpperCase()}: ${picture}`, `${sound}${languages}`, `subtitles: ${SUBTITLES[subtitles.mode]}`];
}

const SUBTITLES = { copy: "kept", "copy-text": "text only", burn: "burned in", none: "none" } as const;
