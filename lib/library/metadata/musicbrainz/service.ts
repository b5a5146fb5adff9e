import { z } from "zod";
import type { ReleaseAnswerRepository } from "../../../../db/library/release_answers.ts";
import { Fault } from "../../../kit/fault.ts";
import type { SettingsService } from "../../../platform/settings/service.ts";
import { CatalogFound, type CatalogQuery } from "./model.ts";
import { createMusicBrainz, type MusicBrainzOptions } from "./musicbrainz.ts";
import { questionOf } from "./question.ts";
import { ArtistAnswer, artistOf, ReleaseAnswer, releaseOf } from "./wire.ts";

/** Finds releases and artists in MusicBrainz. */
export interface MusicCatalogue {
  /** Best first. Throws `bad_state` while it is switched off, `upstream_failed`, `upstream_timeout`, `busy`. */
  search(query: CatalogQuery): Promise<CatalogFound[]>;
  /** Gives up what is being asked. */
  close(): Promise<void>;
}

/** `answers` keeps what was answered; switched on and off by the settings. */
export interface MusicCatalogueOptions extends MusicBrainzOptions {
  settings: Pick<SettingsService, "current">;
  answers: ReleaseAnswerRepository;
}

/** So long an answer is as good as a new one (behaviour.md, section 15). */
const KEPT_MS = 30 * 86_400_000;
const MOST = 25;
const Kept = z.array(CatalogFound);

/** An answer is used for 30 days; the same question asked by several at once is sent once. */
export function createMusicCatalogue(options: MusicCatalogueOptions): MusicCatalogue {
  const { settings, answers, clock } = options;
  const ask = createMusicBrainz(options);
  const asking = new Map<string, Promise<CatalogFound[]>>();
  const closing = new AbortController();

  async function found(path: string, kind: CatalogQuery["kind"]): Promise<CatalogFound[]> {
    const now = clock.now().getTime();
    const known = await answers.get(path);
    if (known !== undefined && now - known.at < KEPT_MS) {
      const kept = Kept.safeParse(known.answer);
      if (kept.success) return kept.data;
    }
    const { signal } = closing;
    const fresh = kind === "artist"
      ? (await ask(path, ArtistAnswer, signal)).artists.map(artistOf)
      : (await ask(path, ReleaseAnswer, signal)).releases.map(releaseOf);
    await answers.save({ question: path, answer: fresh, at: now });
    await answers.forget(now - KEPT_MS);
    return fresh;
  }

  return {
    async search(query) {
      if (!settings.current().releasedb.enabled) {
        throw new Fault("bad_state", "Looking up music releases is switched off. Switch it on in Settings.");
      }
      const path = `${query.kind}?${new URLSearchParams({
        query: questionOf(query),
        limit: String(MOST),
        fmt: "json",
      })}`;
      const running = asking.get(path) ?? found(path, query.kind).finally(() => asking.delete(path));
      asking.set(path, running);
      return await running.catch((error) => {
        if (closing.signal.aborted) throw new Fault("shutting_down", "Lathe is about to stop.", { cause: error });
        throw error;
      });
    },
    async close() {
      closing.abort();
      await Promise.allSettled(asking.values());
    },
  };
}
