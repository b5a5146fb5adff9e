import type { SavedViewRepository } from "../../../db/library/saved_views.ts";
import type { SavedViewRow } from "../../../db/schema/library.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { ListKind, SavedView, SavedViewChange, SavedViewInput } from "./model.ts";

/** Saved views, stored on the server so that they are available on every device. */
export interface SavedViews {
  /** Returns the views of one list or of all lists, sorted by name. */
  list(kind?: ListKind): Promise<SavedView[]>;
  /** Adds a view. Throws `conflict` if the name is in use, `bad_state` if there are too many views. */
  add(input: SavedViewInput): Promise<SavedView>;
  /** Changes a view. Throws `not_found`, `conflict`. */
  change(id: string, change: SavedViewChange): Promise<SavedView>;
  /** Removes a view and returns it. Throws `not_found`. */
  remove(id: string): Promise<SavedView>;
}

/** Maximum total number of views in all lists. */
const MAX_VIEWS = 200;

/** Creates the service of saved views. */
export function createSavedViews(
  { repository, clock }: { repository: SavedViewRepository; clock: Pick<Clock, "now"> },
): SavedViews {
  return {
    list: async (kind) => (await repository.list(kind)).map(viewOf),
    async add(input) {
      const row = { id: newId(), ...input, createdAt: clock.now().getTime() };
      const outcome = await repository.add(row, MAX_VIEWS);
      if (outcome === "taken") throw duplicateName(input.name);
      if (outcome === "full") {
        throw new Fault("bad_state", `At most ${MAX_VIEWS} views can be saved. Delete one you no longer use.`);
      }
      return viewOf(row);
    },
    async change(id, change) {
      const outcome = await repository.change(id, change);
      if (outcome === "taken") throw duplicateName(change.name ?? "");
      if (outcome === undefined) throw unknown();
      return viewOf(outcome);
    },
    async remove(id) {
      const removed = await repository.remove(id);
      if (removed === undefined) throw unknown();
      return viewOf(removed);
    },
  };
}

const duplicateName = (name: string) =>
  new Fault("conflict", `A view called ${name} already exists. Choose another name.`);
const unknown = () => new Fault("not_found", "This view no longer exists.");

const viewOf = ({ createdAt, ...row }: SavedViewRow): SavedView => ({
  ...row,
  createdAt: new Date(createdAt).toISOString(),
});
