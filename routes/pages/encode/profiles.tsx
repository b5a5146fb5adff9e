import { PROFILE_GROUPS, type ProfileGroup } from "../../../lib/encode/profiles/choices/groups.ts";
import type { Profile } from "../../../lib/encode/profiles/schema.ts";
import type { ProfileName } from "../../../lib/encode/profiles/service.ts";
import type { SmartProfile } from "../../../lib/encode/profiles/smart/schema.ts";
import { titleKey } from "../../../lib/kit/fold.ts";
import { count } from "../../../lib/kit/format.ts";
import { Amounts } from "../../../lib/ui/components/amounts.tsx";
import { hx, hxForm } from "../../../lib/ui/hx.ts";
import { Icon } from "../../../lib/ui/icon.tsx";
import { Empty, Note, Page } from "../../../lib/ui/layout.tsx";
import { useLink } from "../../../lib/ui/render.tsx";

/** A profile or smart profile, with its group. If it cannot run on this machine, also the reason. */
export type ListedProfile = (Profile | SmartProfile) & Pick<ProfileName, "group" | "obstacle">;

/** All profiles, and the text by which they are filtered. */
export interface ProfilesData {
  profiles: ListedProfile[];
  q: string;
}

const LIST_ID = "profile-groups";

/** Page of all profiles: the profiles of the user first, then the built-in profiles by use. */
export function ProfilesPage(data: ProfilesData) {
  const link = useLink();
  return (
    <Page
      title="Profiles"
      lead="A profile contains all settings of an encode. Presets are read-only: clone one to edit it."
      actions={
        <>
          <FindProfile q={data.q} />
          <a class="button" href={link("/profiles/import")}>Import</a>
        </>
      }
    >
      <div id={LIST_ID} class="profile-groups" aria-live="polite">
        <ProfileGroups {...data} />
      </div>
    </Page>
  );
}

/** Search field that filters while the user types. Without JavaScript, Enter opens the filtered page. */
function FindProfile({ q }: { q: string }) {
  const link = useLink();
  const typing = hx({
    get: link("/profiles"),
    trigger: "submit, input delay:100ms from:#find-profile",
    target: `#${LIST_ID}`,
    swap: "innerHTML",
    sync: "replace",
    "replace-url": "true",
  });
  return (
    <form class="list-find" method="get" action={link("/profiles")} role="search" {...typing}>
      <label class="visually-hidden" for="find-profile">Find a profile</label>
      <input
        id="find-profile"
        type="search"
        name="q"
        value={q}
        placeholder="Find a profile"
        maxLength={200}
        autocomplete="off"
      />
    </form>
  );
}

/** The profiles that contain every word of the search, by group. */
export function ProfileGroups({ profiles, q }: ProfilesData) {
  const found = profiles.filter((profile) => isFound(profile, q));
  if (found.length === 0) {
    return (
      <Empty title="No results">
        <p>{`No profile contains “${q.trim()}”. Search for a name, a codec such as AV1, or a device.`}</p>
      </Empty>
    );
  }
  const byGroup = Map.groupBy(found, ({ group }) => group);
  return (
    <>
      {q.trim() === "" && !byGroup.has("own") && <NoOwnProfiles />}
      {(Object.keys(PROFILE_GROUPS) as ProfileGroup[]).map((group) => (
        <Group group={group} profiles={byGroup.get(group) ?? []} />
      ))}
    </>
  );
}

/** True if each word of the search occurs in the texts of the card. Pure. */
export function isFound(profile: ListedProfile, q: string): boolean {
  const texts = [profile.name, profile.description, PROFILE_GROUPS[profile.group], ...linesOf(profile)];
  const text = texts.map(titleKey).join("\n");
  return titleKey(q).split(/\s+/).every((word) => text.includes(word));
}

/** Lines that describe a profile: its recipe, or the names of its rules. */
const linesOf = (profile: ListedProfile): string[] =>
  "rules" in profile ? profile.rules.map(({ name }) => name) : describe(profile);

function NoOwnProfiles() {
  return (
    <section class="section" aria-labelledby="group-own">
      <h2 id="group-own">{PROFILE_GROUPS.own}</h2>
      <Empty title="No custom profiles yet">
        <p>Clone the preset that is closest to what you need, then change its settings.</p>
      </Empty>
    </section>
  );
}

/** Profiles of one group. Profiles that cannot run on this machine are collapsed, with the reason. */
function Group({ group, profiles }: { group: ProfileGroup; profiles: ListedProfile[] }) {
  if (profiles.length === 0) return null;
  const unable = profiles.filter(({ obstacle }) => obstacle !== undefined);
  const able = profiles.filter((profile) => !unable.includes(profile));
  const id = `group-${group}`;
  return (
    <section class="section" data-size={able.length} aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{PROFILE_GROUPS[group]}</h2>
      </div>
      {able.length > 0 && <Cards profiles={able} />}
      {unable.length > 0 && (
        <details class="folded">
          <summary>{`${count(unable.length, "profile")} not available on this server`}</summary>
          <Cards profiles={unable} />
        </details>
      )}
    </section>
  );
}

const Cards = ({ profiles }: { profiles: ListedProfile[] }) => (
  <div class="profile-grid">
    {profiles.map((profile) =>
      "rules" in profile
        ? <SmartCard key={profile.id} profile={profile} obstacle={profile.obstacle} />
        : <ProfileCard key={profile.id} profile={profile} obstacle={profile.obstacle} />
    )}
  </div>
);

interface CardProps<P> {
  profile: P;
  obstacle: string | undefined;
}

/** Returns the settings page's label for a key such as `defaultProfiles.movie`. */
function useWords(key: string): string {
  const kind = MEDIA_WORDS[key.split(".").pop() ?? ""] ?? key;
  return key.startsWith("auto.") ? `Auto transcode for ${kind}` : `Default for ${kind}`;
}

const MEDIA_WORDS: Record<string, string> = { movie: "movies", tv: "series", anime: "anime", music: "music" };

function ProfileCard({ profile, obstacle }: CardProps<Profile>) {
  return (
    <article class="card profile-card" aria-label={profile.name}>
      <header>
        <h3>{profile.name}</h3>
        <span class="badge">{profile.builtin ? "preset" : profile.mediaType}</span>
      </header>
      {profile.description && <p class="small quiet">{profile.description}</p>}
      <ul>{describe(profile).map((line) => <li>{line}</li>)}</ul>
      {obstacle !== undefined && <Note tone="warn">{obstacle}</Note>}
      {profile.usedBy.length > 0 && <p class="small quiet">{profile.usedBy.map(useWords).join(", ")}</p>}
      <CardFooter profile={profile} kind="profiles" />
    </article>
  );
}

function SmartCard({ profile, obstacle }: CardProps<SmartProfile>) {
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
        <Amounts
          text={`${count(rules, "rule")}; skips files that would save less than ${profile.skip.minSavingPercent} %`}
        />
      </p>
      {obstacle !== undefined && <Note tone="warn">{obstacle}</Note>}
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
  const audioText = audio.encoder === "copy"
    ? "audio copied"
    : `${audio.encoder}${audio.bitrate ? ` ${audio.bitrate} kb/s` : ""}`;
  const languages = audio.languages.length > 0 ? `, ${audio.languages.join(" + ")}` : "";
  if (mediaType === "music") return [`${container.toUpperCase()}: ${audioText}`];
  const videoText = video.encoder === "copy"
    ? "video copied"
    : `${video.encoder}, ${video.bitrate ? `${video.bitrate} kb/s` : `quality ${video.quality}`}${
      video.preset ? `, ${video.preset}` : ""
    }${video.maxHeight ? `, up to ${video.maxHeight}p` : ""}`;
  return [
    `${container.toUpperCase()}: ${videoText}`,
    `${audioText}${languages}`,
    `subtitles: ${SUBTITLES[subtitles.mode]}`,
  ];
}

const SUBTITLES = { copy: "kept", "copy-text": "text only", burn: "burned in", none: "none" } as const;
