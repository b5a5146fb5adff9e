import { filmByTmdb } from "./data_movies.ts";
import { type Film, type Movie, movieFileResource, movieResource } from "./movies_model.ts";
import type { Desk } from "./shared/desk.ts";
import { missing } from "./shared/errors.ts";
import { bare, filmIn } from "./shared/names.ts";
import { belowCutoff } from "./shared/profiles.ts";
import type { Fields, MediaFile } from "./shared/types.ts";

/** Movies of a Radarr and their resources. */
export class Movies {
  readonly #byId = new Map<number, Movie>();
  #lastFile = 0;

  constructor(readonly desk: Desk, movies: readonly Movie[]) {
    for (const movie of movies) {
      this.#byId.set(movie.id, structuredClone(movie));
      this.#lastFile = Math.max(this.#lastFile, movie.file?.id ?? 0);
    }
  }

  all(): MapIterator<Movie> {
    return this.#byId.values();
  }

  find(id: number | undefined): Movie | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  get(id: number | string | undefined): Movie {
    const movie = this.find(Number(id));
    if (movie === undefined) throw missing("Movie", id ?? 0);
    return movie;
  }

  byTmdb(tmdbId: number): Movie | undefined {
    return this.all().find((movie) => movie.tmdbId === tmdbId);
  }

  add(movie: Omit<Movie, "id">): Movie {
    const added = { ...movie, id: Math.max(0, ...this.#byId.keys()) + 1 };
    this.#byId.set(added.id, added);
    return added;
  }

  delete(movie: Movie): void {
    this.#byId.delete(movie.id);
  }

  nextFileId(): number {
    return ++this.#lastFile;
  }

  /** Returns the movie that matches a file or folder name. */
  named(name: string): Movie | undefined {
    const said = filmIn(name);
    if (said === undefined) return undefined;
    const words = bare(said.title);
    return this.all().find((movie) =>
      movie.year === said.year && (bare(movie.title) === words || bare(movie.originalTitle) === words)
    );
  }

  resource(movie: Movie, localCovers = true): Fields {
    return movieResource(movie, { root: this.desk.root, cutoffNotMet: this.cutoffNotMet(movie), localCovers });
  }

  /** Returns a catalogue movie, with its ID if it is in the library. */
  known(film: Film): Fields {
    const movie = this.byTmdb(film.tmdbId);
    return movie === undefined ? movieResource(film, { root: this.desk.root }) : this.resource(movie);
  }

  fileResource(movie: Movie, file: MediaFile): Fields {
    return movieFileResource(movie, file, this.cutoffNotMet(movie));
  }

  cutoffNotMet({ file, qualityProfileId }: Movie): boolean {
    const profile = this.desk.profile(qualityProfileId);
    return file !== undefined && profile !== undefined && belowCutoff(profile, file.quality.quality);
  }

  tagLabels({ tags }: Movie): string[] {
    return this.desk.tags.filter(({ id }) => tags.includes(id)).map(({ label }) => label);
  }

  film(tmdbId: number): Film | undefined {
    return this.byTmdb(tmdbId) ?? filmByTmdb(tmdbId);
  }
}
