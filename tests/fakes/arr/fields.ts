import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import listed from "./fields.json" with { type: "json" };

/** Fields of the managers' records, from the API documents of the applications. */

/** A field with its path, such as `movieFile.quality.quality.name`. `[]` stands for the first element of a list. */
export type Field = [place: string, type: "string" | "integer" | "number" | "boolean" | "date"];

export const RECORDS = {
  movie: ["radarr-v3", "MovieResource"],
  series: ["sonarr-v3", "SeriesResource"],
  episode: ["sonarr-v3", "EpisodeResource"],
  episodeFile: ["sonarr-v3", "EpisodeFileResource"],
  artist: ["lidarr-v1", "ArtistResource"],
  album: ["lidarr-v1", "AlbumResource"],
  track: ["lidarr-v1", "TrackResource"],
  trackFile: ["lidarr-v1", "TrackFileResource"],
} as const;
export type RecordKind = keyof typeof RECORDS;

/** Maximum depth of nested records. */
const MAX_DEPTH = 4;
/** Nested records of other kinds that Lathe never reads. */
const PASSED_BY =
  /^(addOptions|customFormats|collection|artist|album|releases|lastAlbum|nextAlbum|series|episodeFile)$/;

interface Schema {
  type?: string;
  format?: string;
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  enum?: unknown[];
}

/** Returns the fields of a record from `fields.json`. */
export const fieldsOf = (kind: RecordKind): Field[] => listed[kind] as Field[];

const DOCUMENTS = fileURLToPath(new URL("../../../../shared/contracts/openapi", import.meta.url));

/** Returns the fields of a record from the API document. Undefined if the document is missing. */
export function fieldsInDocument(kind: RecordKind): Field[] | undefined {
  const [document, name] = RECORDS[kind];
  const path = `${DOCUMENTS}/${document}.json`;
  if (!existsSync(path)) return undefined;
  const schemas: Record<string, Schema> = JSON.parse(readFileSync(path, "utf8")).components.schemas;
  const found: Field[] = [];
  const follow = (schema: Schema, place: string, depth: number): void => {
    const known = schema.$ref === undefined ? schema : schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {};
    if (known.properties !== undefined) {
      if (depth >= MAX_DEPTH) return;
      for (const [key, one] of Object.entries(known.properties)) {
        if (!PASSED_BY.test(key)) follow(one, place === "" ? key : `${place}.${key}`, depth + 1);
      }
    } else if (known.items !== undefined) follow(known.items, `${place}[]`, depth);
    else if (known.type === "integer" || known.type === "number" || known.type === "boolean") {
      found.push([place, known.type]);
    } else if (known.type === "string") found.push([place, /^date/.test(known.format ?? "") ? "date" : "string"]);
  };
  follow({ $ref: name }, "", 0);
  return found;
}

const SAMPLES = { string: "text", integer: 1, number: 1.5, boolean: true, date: "2024-05-01T10:00:00Z" } as const;

/** Returns a record with every field. */
export function sampleRecord(kind: RecordKind): Record<string, unknown> {
  const record = {};
  for (const [place, type] of fieldsOf(kind)) setAt(record, place, SAMPLES[type]);
  return record;
}

/** Sets a value in a record. Undefined removes it. */
export function setAt(record: object, place: string, value: unknown): void {
  const keys = place.split(/\.|(?=\[\])/).map((key) => key === "[]" ? 0 : key);
  let at: object = record;
  for (const [i, key] of keys.slice(0, -1).entries()) {
    const found: unknown = Reflect.get(at, key);
    const next = typeof found === "object" && found !== null ? found : keys[i + 1] === 0 ? [] : {};
    Reflect.set(at, key, next);
    at = next;
  }
  const last = keys.at(-1) ?? "";
  if (value === undefined) Reflect.deleteProperty(at, last);
  else Reflect.set(at, last, value);
}
