import { toLocal } from "../managers/paths/path_mapping.ts";
import type { SettingsService } from "../../platform/settings/service.ts";
import { Episode, type MediaFile, Movie, Series } from "../video_model.ts";
import type { VideoKind } from "./reading/refresh.ts";

/** Parses stored records, and converts their paths with the current mappings, which may be newer than the record. */
export interface Records {
  movie(record: unknown): Movie;
  series(record: unknown): Series;
  episode(record: unknown): Episode;
}

/** Creates the parser of stored records. It throws `ZodError` for an invalid record. */
export function createRecords(settings: Pick<SettingsService, "current">): Records {
  const placed = <T extends { file?: MediaFile }>(kind: VideoKind, title: T): T => {
    if (title.file === undefined) return title;
    const localPath = toLocal(title.file.path, kind, settings.current().pathMappings);
    return { ...title, file: { ...title.file, localPath } };
  };
  return {
    movie: (record) => placed("movie", Movie.parse(record)),
    series: (record) => Series.parse(record),
    episode: (record) => placed("series", Episode.parse(record)),
  };
}
