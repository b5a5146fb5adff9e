import type { SelectedFile } from "../../../lib/jobs/intake/selections.ts";
import { MAX_BULK_ITEMS } from "../../../lib/jobs/request_schema.ts";
import { Fault } from "../../../lib/kit/fault.ts";
import { count } from "../../../lib/kit/format.ts";
import type { ListChoice } from "../../../lib/library/lists/list_choice.ts";
import type { Services } from "../../services/services.ts";

/** Services that return the files of titles. */
export type ChoiceServices = Pick<Services, "library" | "music" | "local">;

/**
 * Returns the files of the chosen titles. Throws `invalid` if no file is on disk, or if there are more files than one
 * call may queue.
 */
export async function filesOfTitles(services: ChoiceServices, choice: ListChoice): Promise<SelectedFile[]> {
  if (choice.ids?.length === 0) throw new Fault("invalid", "Choose at least one title.");
  const files = await chosenFiles(services, choice);
  if (files.length === 0) throw new Fault("invalid", "None of the chosen titles has a file.");
  if (files.length > MAX_BULK_ITEMS) {
    throw new Fault(
      "invalid",
      `You chose ${
        count(files.length, "file", "files")
      }; at most ${MAX_BULK_ITEMS} can be queued at once. Filter the list to choose fewer.`,
    );
  }
  return files;
}

function chosenFiles({ library, music, local }: ChoiceServices, choice: ListChoice): Promise<SelectedFile[]> {
  switch (choice.kind) {
    case "movies":
    case "series":
      return library.chosenFiles(choice);
    case "artists":
    case "albums":
      return music.chosenFiles(choice);
    case "local":
      return local.chosenFiles(choice);
  }
}
