import type { JobsDeps, ManagerFile } from "../deps.ts";
import type { CreateJob } from "../request_schema.ts";
import type { SourceFile } from "./source_file.ts";

/** Requested job, and its file. */
interface SourceInput {
  input: Pick<CreateJob, "title" | "subtitle" | "poster" | "source">;
  file: SourceFile;
}

/** Adds the path and titles to sources that refer to a manager's file. Sends one request per manager. */
export async function withManagerFiles<T extends SourceInput["input"]>(
  inputs: T[],
  managerFiles: JobsDeps["managerFiles"],
): Promise<T[]> {
  const asked = inputs.flatMap(({ source: { localPath, arr, fileId } }) =>
    localPath === undefined && arr !== undefined && fileId !== undefined ? [{ arr, fileId }] : []
  );
  if (managerFiles === undefined || asked.length === 0) return inputs;
  const found = new Map(
    await Promise.all(
      [...Map.groupBy(asked, ({ arr }) => arr)].map(async ([arr, files]) =>
        [arr, await managerFiles(arr, [...new Set(files.map(({ fileId }) => fileId))])] as const
      ),
    ),
  );
  return inputs.map((input) => {
    const { localPath, arr, fileId } = input.source;
    if (localPath !== undefined || arr === undefined || fileId === undefined) return input;
    const file = found.get(arr)?.get(fileId);
    if (file === undefined) return input;
    const { title, subtitle, poster, source } = file;
    return { title, subtitle, poster, ...input, source: { ...input.source, ...source } };
  });
}

/**
 * Adds the manager to files that were specified only by path, so that it is notified of the encode. Existing values are
 * kept. One request is sent for the whole list.
 */
export async function withOwningManagers<T extends SourceInput>(
  wanted: T[],
  managerFilesAt: JobsDeps["managerFilesAt"],
): Promise<T[]> {
  const open = wanted.filter(({ input: { source } }) => source.arr === undefined || source.fileId === undefined);
  if (managerFilesAt === undefined || open.length === 0) return wanted;
  // A manager may store either the path through a link or the real path of a file.
  const paths = open.flatMap(placesOf);
  const known = new Map((await managerFilesAt([...new Set(paths)])).map((file) => [file.source.localPath, file]));
  return wanted.map((one) => {
    const found = placesOf(one).map((path) => known.get(path)).find((file) => file !== undefined);
    return found === undefined ? one : { ...one, input: withManagerFile(one.input, found) };
  });
}

const placesOf = ({ input: { source }, file }: SourceInput): string[] => [source.localPath ?? file.path, file.path];

function withManagerFile(input: SourceInput["input"], found: ManagerFile): SourceInput["input"] {
  const { arr, arrId, fileId, kind } = input.source;
  const other = (arr ?? found.source.arr) !== found.source.arr ||
    (arrId ?? found.source.arrId) !== found.source.arrId ||
    (fileId ?? found.source.fileId) !== found.source.fileId;
  if (other) return input;
  return {
    title: input.title ?? found.title,
    subtitle: input.subtitle ?? found.subtitle,
    poster: input.poster ?? found.poster,
    source: { ...found.source, ...input.source, kind: kind === "file" ? found.source.kind : kind },
  };
}
