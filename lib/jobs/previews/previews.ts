import type { SampledSize } from "../../encode/sampling/sample_size.ts";
import type { Clock } from "../../kit/clock.ts";
import { sceneSampleKey } from "../decision/sample_findings.ts";
import { allEnded } from "../../kit/async.ts";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import { Fault } from "../../kit/fault.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import type { Media } from "../../media/service.ts";
import type { OnCard } from "../capacity/sample_cards.ts";
import type { KeptPieces } from "../estimates/kept_pieces.ts";
import type { MeasurementRuns } from "../estimates/runs.ts";
import { usefulOverrides } from "../../encode/plan/overrides.ts";
import type { DecisionContext } from "../decision/decision_context.ts";
import type { SourceFile } from "../intake/source_file.ts";
import type { ClipWanted, ShownPreview } from "./clips.ts";
import type { PreviewWork } from "./make_preview.ts";
import type { Preview, PreviewClip, PreviewClipsInput, PreviewClipsRun, PreviewInput, PreviewRun } from "./schema.ts";

/** Previews that show the same scenes with several profiles before anything is queued. */
export interface PreviewService {
  /**
   * Starts a preview in the background. Throws `Fault` for a file or profile that cannot be used, `no_preview` for a
   * file without video, or `busy`.
   */
  start(input: PreviewInput): Promise<PreviewRun>;
  /** Returns the progress of a preview. Throws `Fault` `not_found`. */
  get(id: string): PreviewRun;
  /** Stops a preview and its processes. Throws `Fault` `not_found`. */
  cancel(id: string): Promise<PreviewRun>;
  /** Returns one frame as JPEG. Throws `Fault` `not_found`, `no_preview`. */
  frame(id: string, wanted: FrameWanted): Promise<Uint8Array<ArrayBuffer>>;
  /** Creates clips of a scene that browsers can play. Reuses existing clips. */
  clips: {
    /** Starts creating the clips in the background. Throws `Fault` `not_found`, `busy`. */
    start(id: string, wanted: PreviewClipsInput): PreviewClipsRun;
    /** Returns the progress of creating the clips. Throws `Fault` `not_found`. */
    get(clipsId: string): PreviewClipsRun;
    /** Stops creating the clips, and its process. Throws `Fault` `not_found`. */
    cancel(clipsId: string): Promise<PreviewClipsRun>;
    /** Returns the file and type of an existing clip. Throws `Fault` `not_found`, `no_preview`. */
    file(id: string, wanted: ClipWanted): Promise<{ path: string; type: string }>;
  };
  /** Removes samples that have not been used for a day, and those of earlier starts. Returns the number removed. */
  clean(): Promise<number>;
  /** Stops every preview when the service shuts down. */
  stop(): Promise<void>;
}

/** Request for a frame. `like` is the side whose crop is also applied to the source. */
export interface FrameWanted {
  side: number | "source";
  like: number;
  scene: number;
  frame: number;
  width: number;
}

/** Services and options of previews. */
export interface PreviewDeps {
  media: Pick<Media, "capabilities" | "probe" | "frame">;
  profiles: Pick<Profiles, "recipe">;
  decisionContext: DecisionContext;
  findings: Pick<FindingRepository, "beginningWith" | "save">;
  pieces: KeptPieces;
  /** Holds a slot of a GPU during each sample. */
  onCard: OnCard;
  clock: Clock;
  runs: MeasurementRuns<Preview>;
  /**
   * Runs that create clips. They are separate from `runs`, so that a scene can be played while the next one is encoded.
   */
  clipRuns: MeasurementRuns<{ clips: PreviewClip[] }>;
  /** Returns the real path of a file and checks that it may be read. Throws `Fault`. */
  source(path: string): Promise<SourceFile>;
}

/** Maximum number of previews whose frames can be requested. Older ones can be recreated quickly from their samples. */
const MAX_SHOWN = 50;

/** Creates the preview service. */
export function createPreviewService(deps: PreviewDeps): PreviewService {
  const { runs, clipRuns, pieces } = deps;
  const shown = new Map<string, ShownPreview>();
  const shownOf = (id: string): ShownPreview => {
    runs.get(id);
    const preview = shown.get(id);
    if (preview) return preview;
    throw new Fault("no_preview", "This preview is no longer available. Create it again.");
  };
  return {
    async start(input) {
      const work = await prepare(deps, input);
      const { source, plans } = work;
      const run = runs.start(async (control) => {
        control.report(0, "Looking for scenes.");
        const { makePreview, placeScenes } = await import("./make_preview.ts");
        const placed = await placeScenes(work, control.signal);
        const own = shown.get(run.id);
        if (own) own.scenes = placed.scenes;
        return await makePreview(work, placed, control);
      });
      shown.set(run.id, { source, plans, scenes: [] });
      for (const old of [...shown.keys()].slice(0, -MAX_SHOWN)) shown.delete(old);
      return run;
    },
    get: runs.get,
    cancel: runs.cancel,
    clips: {
      start(id, wanted) {
        const preview = shownOf(id);
        return clipRuns.start(async (control) => {
          const { makeClips } = await import("./clips.ts");
          return await makeClips(pieces, preview, wanted, control);
        });
      },
      get: clipRuns.get,
      cancel: clipRuns.cancel,
      async file(id, wanted) {
        const { clipFile } = await import("./clips.ts");
        return clipFile(pieces, shownOf(id), wanted);
      },
    },
    stop: async () => void await Promise.all([runs.stop(), clipRuns.stop()]),
    clean: pieces.clean,
    async frame(id, wanted) {
      return await frameOf(deps, shownOf(id), wanted);
    },
  };
}

/** Reads the file and plans all sides. Throws `Fault` and `JobFailure`. */
async function prepare(deps: PreviewDeps, input: PreviewInput): Promise<PreviewWork> {
  const { media, profiles, decisionContext, findings, pieces, onCard } = deps;
  const recipes = await Promise.all(input.profileIds.map((id) => profiles.recipe(id)));
  const { path, identity } = await deps.source(input.localPath);
  const [probe, capabilities, context] = await allEnded([
    media.probe(path),
    media.capabilities(),
    decisionContext({ path }),
  ]);
  const video = mainVideo(probe);
  if (!video || probe.durationSeconds <= 0) throw new Fault("no_preview", `${path} has no video to preview.`);
  const source = {
    probe,
    identity,
    video,
    capabilities,
    context: { ...context, overrides: usefulOverrides(input.overrides) },
  };
  const { planSides } = await import("./subject.ts");
  const { plans, errors } = await planSides(recipes, source, findings);
  if (plans.length === 0) throw new Fault("invalid", errors.map(({ message }) => message).join(" "));
  const saveSize = async (subject: string, result: SampledSize) => {
    const key = sceneSampleKey(subject);
    await findings.save({ kind: "sample", key, path, result, foundAt: deps.clock.now().getTime() });
  };
  return { source, plans, errors, input, pieces, onCard, saveSize };
}

async function frameOf(
  { media, pieces }: PreviewDeps,
  preview: ShownPreview,
  { side, like, scene: index, frame, width }: FrameWanted,
): Promise<Uint8Array<ArrayBuffer>> {
  const scene = preview.scenes[index];
  const plan = preview.plans[side === "source" ? like : side];
  if (!scene || !plan) throw new Fault("no_preview", "The preview has no such scene or side.");
  const { shownFrom } = await import("./shown_side.ts");
  const { source } = preview;
  const shown = shownFrom({ source, plan, pieces, scene }, { side, isCut: true });
  const { path, startSeconds, hdr, before } = shown;
  // Frames are counted with the frame rate of the source, even if the side has another frame rate.
  const [numerator, denominator] = source.video.frameRate;
  const atSeconds = Math.max(0, startSeconds + (frame * Math.max(1, denominator)) / numerator);
  return await media.frame({ path, atSeconds, width, hdr, before, quality: JPEG_QUALITY });
}

/** Quality of the JPEG images. It must not hide artifacts of the encoder. */
const JPEG_QUALITY = 2;
