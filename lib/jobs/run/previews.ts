import type { JobRow } from "../../../db/schema/schema.ts";
import type { Plan } from "../../encode/plan/model.ts";
import { Fault, JobFailure } from "../../kit/fault.ts";
import { lastFrameOfGrowingMkv } from "../../media/frames/growing_mkv.ts";
import type { HdrFormat, Probe } from "../../media/probe/model.ts";
import { mainVideo } from "../../media/probe/probe.ts";
import { livePreviewPath, partialMark } from "../delivery/file_names.ts";
import type { RunnerDeps } from "./run_context.ts";

type Jpeg = Uint8Array<ArrayBuffer>;

/** A picture of the growing file is good for this long: ten open pages cost one decode. */
const FRESH_MS = 2000;
const PREVIEW_WIDTH = 960;

/** Pictures of a job while it runs and after (behaviour.md, section 7). */
export function createPreviews({ deps, ledger }: RunnerDeps, get: (id: string) => Promise<JobRow>) {
  const { media, storage, clock } = deps;
  const recent = new Map<string, { at: number; picture: Promise<Jpeg> }>();

  /** One decode at a time and file, remembered for a moment. */
  const once = (key: string, work: () => Promise<Jpeg>): Promise<Jpeg> => {
    const now = clock.monotonicMs();
    for (const [other, { at }] of recent) if (now - at > FRESH_MS) recent.delete(other);
    const known = recent.get(key);
    if (known) return known.picture;
    const picture = work();
    recent.set(key, { at: now, picture });
    picture.catch(() => recent.delete(key));
    return picture;
  };
  const facts = async (id: string): Promise<{ probe?: Probe; plan?: Plan }> => {
    const details = await ledger.jobs.details(id);
    return { probe: details?.probe as Probe | undefined, plan: details?.plan as Plan | undefined };
  };

  return {
    async live(id: string): Promise<Jpeg> {
      await get(id);
      try {
        return await Deno.readFile(livePreviewPath(storage.folders.transcodes, id));
      } catch {
        throw noPreview("There is no live picture: the job does not encode a picture now.");
      }
    },

    async encoded(id: string): Promise<Jpeg> {
      const row = await get(id);
      const { plan } = await facts(id);
      if (row.status !== "encoding" || row.tempPath === null || plan === undefined) {
        throw noPreview("Nothing is being written now.");
      }
      if (plan.container !== "mkv" && plan.container !== "webm") {
        throw noPreview(`An unfinished ${plan.container} file cannot be read.`);
      }
      const path = row.tempPath;
      if (!path.endsWith(partialMark(id))) throw noPreview("Nothing is being written now.");
      const { ffmpegPath } = await media.capabilities();
      return await once(
        path,
        () => lastFrameOfGrowingMkv({ ffmpegPath, path, width: PREVIEW_WIDTH, hdr: plan.video?.hdr }),
      );
    },

    /** After a replacement the original is shown from its bin while it is kept. */
    async frame(id: string, which: "source" | "output", seconds: number, width: number): Promise<Jpeg> {
      const row = await get(id);
      const { probe, plan } = await facts(id);
      const replaced = row.outputPath === row.sourcePath;
      const path = which === "output" ? row.outputPath : row.originalKeptAt ?? (replaced ? null : row.sourcePath);
      if (path === null || path === "") {
        throw noPreview(which === "output" ? "There is no output (yet)." : "The original is no longer kept.");
      }
      const hdr: HdrFormat = which === "output" && plan?.video?.encoder !== "copy"
        ? plan?.video?.hdr ?? "sdr"
        : (probe && mainVideo(probe)?.hdr) ?? "sdr";
      const end = probe ? Math.max(0, probe.durationSeconds - 0.1) : seconds;
      try {
        return await media.frame({ path, atSeconds: Math.min(Math.max(0, seconds), end), width, hdr });
      } catch (error) {
        if (error instanceof JobFailure) throw noPreview(error.message);
        throw error;
      }
    },
  };
}

const noPreview = (message: string) => new Fault("no_preview", message);
