import type { Probe } from "../../../../lib/media/probe/model.ts";
import { mainVideo } from "../../../../lib/media/probe/probe.ts";
import type { StreamDecision } from "../../../../lib/encode/plan/model.ts";
import { ProfilePreview, type ProfilePreviewData } from "../../../../lib/ui/components/profile_preview.tsx";
import { hx, hxForm } from "../../../../lib/ui/hx.ts";
import { Page } from "../../../../lib/ui/layout.tsx";
import { useLink } from "../../../../lib/ui/render.tsx";
import { FrameFields } from "./frame_fields.tsx";
import { TrackTable } from "./track_table.tsx";

/** Data of the page on which the plan of one file is changed. */
export interface AdjustData {
  probe: Probe;
  profile: { id: string; name: string };
  audioOnly: boolean;
  /** Decisions of the profile without the user's changes, by source stream. */
  streams: StreamDecision[];
  /** True if the profile copies the video, so that nothing can be cropped, scaled or burned in. */
  copiesVideo: boolean;
  preview: ProfilePreviewData;
}

/** Page to change the decisions of a profile for one file before it is queued. */
export function AdjustPage({ probe, profile, audioOnly, streams, copiesVideo, preview }: AdjustData) {
  const link = useLink();
  const name = probe.path.split("/").at(-1) ?? probe.path;
  const video = mainVideo(probe);
  return (
    <Page
      title="Adjust"
      lead={`Changes apply to this file only; all other settings come from ${profile.name}.`}
      actions={<a class="button" href={link(`/encode?path=${encodeURIComponent(probe.path)}`)}>All profiles</a>}
    >
      <h2 class="path adjust-name">{name}</h2>
      <div class="editor adjust">
        <form class="stack" {...hxForm(link("/api/jobs"), { then: "/jobs/{id}" })}>
          <input type="hidden" name="profileId" value={profile.id} />
          <input type="hidden" name="source.localPath" value={probe.path} />
          <input type="hidden" name="path" value={probe.path} />
          <input type="hidden" name="audioOnly:boolean" value={String(audioOnly)} />
          <fieldset
            class="plain stack"
            {...hx({
              post: link("/api/profiles/preview"),
              trigger: "input delay:300ms, change",
              target: "#adjusted-plan",
              swap: "innerMorph",
              sync: "this:replace",
              validate: "true",
            })}
          >
            <legend class="visually-hidden">Changes for this file</legend>
            <TrackTable probe={probe} streams={streams} canBurn={!copiesVideo} />
            {video && !copiesVideo && <FrameFields video={video} />}
          </fieldset>
          <div class="save-bar">
            <button type="submit" class="primary">Queue</button>
          </div>
        </form>
        <aside class="editor-preview" aria-label="Plan for this file">
          <div id="adjusted-plan" aria-live="polite">
            <ProfilePreview {...preview} />
          </div>
        </aside>
      </div>
    </Page>
  );
}
