import { allEnded } from "../../kit/async.ts";
import type { FindingRepository } from "../../../db/library/findings.ts";
import type { Scene } from "../../encode/sampling/scenes.ts";
import type { VideoPlan } from "../../encode/plan/model.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import { Fault } from "../../kit/fault.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import type { Media } from "../../media/probe/service.ts";
import type { KeptPieces } from "../estimates/kept_pieces.ts";
import type { MeasurementRuns } from "../estimates/runs.ts";
import type { DecisionContext } from "../intake/decision_context.ts";
import type { SourceFile } from "../intake/source_file.ts";
import type { PreviewWork } from "./make_preview.ts";
import type { Preview, PreviewInput, PreviewRun } from "./schema.ts";
import type { PreviewPlan, PreviewSource } from "./subject.ts";

/** The same scenes of a film through several profiles, before anything is queued. */
export interface PreviewService {
  /**
   * Starts a preview in the background. Throws `Fault` for a file or profile that cannot be used, `no_preview` for a file
   * without a picture, and `busy`.
   */
  start(input: PreviewInput): Promise<PreviewRun>;
  /** How far a preview is. Throws `Fault` `not_found`. */
  get(id: string): PreviewRun;
  /** Stops a preview and its processes. Throws `Fault` `not_found`. */
  cancel(id: string): Promise<PreviewRun>;
  /** One picture as JPEG. Throws `Fault` `not_found`, `no_preview`. */
  frame(id: string, wanted: FrameWanted): Promise<Uint8Array<ArrayBuffer>>;
  /** Removes pieces that nobody asked for in a day, and those of earlier starts. Answers how many. */
  clean(): Promise<number>;
  /** Stops every preview: the service ends. */
  stop(): Promise<void>;
}

/** Which picture; `like` is the side whose cut of the picture the source is shown with. */
export interface FrameWanted {
  side: number | "source";
  like: number;
  scene: number;
  frame: number;
  width: number;
}

/** What previews are made with. */
export interface PreviewDeps {
  media: Pick<Media, "capabilities" | "probe" | "frame">;
  profiles: Pick<Profiles, "recipe">;
  decisionContext: DecisionContext;
  findings: Pick<FindingRepository, "get">;
  pieces: KeptPieces;
  runs: MeasurementRuns<Preview>;
  /** Looks a path up and checks that it may be read. Throws `Fault`. */
  source(path: string): Promise<SourceFile>;
}

/** What the frames of a preview are taken from. */
interface ShownPreview {
  source: PreviewSource;
  plans: PreviewPlan[];
  scenes: Scene[];
}

/** Previews whose frames can be asked for; those of earlier ones are made again in no time from their pieces. */
const MAX_SHOWN = 50;

/** Binds previews to the services they are made from. */
export function createPreviewService(deps: PreviewDeps): PreviewService {
  const { runs, pieces } = deps;
  const shown = new Map<string, ShownPreview>();
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
    stop: runs.stop,
    clean: pieces.clean,
    async frame(id, wanted) {
      runs.get(id);
      return await frameOf(deps, shown.get(id), wanted);
    },
  };
}

/** Reads the file and plans every side. Throws `Fault` and `JobFailure`. */
async function prepare(deps: PreviewDeps, input: PreviewInput): Promise<PreviewWork> {
  const { media, profiles, decisionContext, findings, pieces } = deps;
  const recipes = await Promise.all(input.profileIds.map((id) => profiles.recipe(id)));
  const { path, identity } = await deps.source(input.localPath);
  const [probe, capabilities, context] = await allEnded([
    media.probe(path),
    media.capabilities(),
    decisionContext({ path }),
  ]);
  const video = mainVideo(probe);
  if (!video || probe.durationSeconds <= 0) throw new Fault("no_preview", `${path} has no moving picture to preview.`);
  const source = { probe, identity, video, capabilities, context };
  const { planSides } = await import("./subject.ts");
  const { plans, errors } = await planSides(recipes, source, findings);
  if (plans.length === 0) throw new Fault("invalid", errors.map(({ message }) => message).join(" "));
  return { source, plans, errors, input, pieces };
}

async function frameOf(
  { media, pieces }: PreviewDeps,
  preview: ShownPreview | undefined,
  { side, like, scene: index, frame, width }: FrameWanted,
): Promise<Uint8Array<ArrayBuffer>> {
  const scene = preview?.scenes[index];
  const plan = preview?.plans[side === "source" ? like : side];
  if (!preview || !scene || !plan) throw new Fault("no_preview", "The preview has no such scene or side.");
  const { probe, video } = preview.source;
  const { plan: { video: planned }, subject } = plan;
  const fps = (rate: [number, number]) => rate[0] / Math.max(1, rate[1]);
  if (side === "source" || planned.encoder === "copy") {
    const atSeconds = scene.piece.atSeconds + scene.skipSeconds + frame / fps(video.frameRate);
    const before = planned.encoder === "copy" ? [] : await cutOf(planned);
    return await media.frame({ path: probe.path, atSeconds, width, hdr: video.hdr, before, quality: JPEG_QUALITY });
  }
  const path = pieces.path(subject, scene.piece);
  if (path === undefined) {
    throw new Fault("no_preview", "This scene is not encoded yet, or not kept any more; make the preview again.");
  }
  // Half a picture early, as the piece in the source.
  const atSeconds = Math.max(0, scene.skipSeconds + frame / fps(video.frameRate) - 0.5 / fps(planned.frameRate));
  return await media.frame({ path, atSeconds, width, hdr: planned.hdr, quality: JPEG_QUALITY });
}

/** The JPEG must not hide what the encoder did. */
const JPEG_QUALITY = 2;

/** Makes the source the same part of the picture, with whole pictures, but neither smaller nor with other colours. */
async function cutOf(video: VideoPlan): Promise<string[]> {
  const { sourceFilters } = await import("../../encode/args/filters.ts");
  const { crop } = video;
  return [...sourceFilters(video), ...(crop ? [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`] : [])];
}
