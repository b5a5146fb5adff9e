import type { SavedViewRepository } from "../../../db/library/saved_views.ts";
import type { SavedViewRow } from "../../../db/schema/library.ts";
import type { Clock } from "../../kit/clock.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import type { ListKind, SavedView, SavedViewChange, SavedViewInput } from "./model.ts";

/** Lists that a person keeps under a name, on the server, so that they are there on every device. */
export interface SavedViews {
  /** By name; of one list, or of all. */
  list(kind?: ListKind): Promise<SavedView[]>;
  /** Throws `conflict` for a name that is taken, `bad_state` when there are too many. */
  add(input: SavedViewInput): Promise<SavedView>;
  /** Throws `not_found`, `conflict`. */
  change(id: string, change: SavedViewChange): Promise<SavedView>;
  /** Answers what it was. Throws `not_found`. */
  remove(id: string): Promise<SavedView>;
}

/** Views of all lists together. */
const MAX_VIEWS = 200;

/** Opens nothing. */
export function createSavedViews(
  { repository, clock }: { repository: SavedViewRepository; clock: Pick<Clock, "now"> },
): SavedViews {
  return {
    list: async (kind) => (await repository.list(kind)).map(viewOf),
    async add(input) {
      const row = { id: newId(), ...input, createdAt: clock.now().getTime() };
      const outcome = await repository.add(row, MAX_VIEWS);
      if (outcome === "taken") throw nameTaken(input.name);
      if (outcome === "full") {
        throw new Fault("bad_state", `At most ${MAX_VIEWS} views are kept. Delete one that is not used any more.`);
      }
      return viewOf(row);
    },
    async change(id, change) {
      const outcome = await repository.change(id, change);
      if (outcome === "taken") throw nameTaken(change.name ?? "");
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

const nameTaken = (name: string) =>
  new Fault("conflict", `There is a view called ${name} already. Choose another name.`);
const unknown = () => new Fault("not_found", "There is no such view any more.");

const viewOf = ({ createdAt, ...row }: SavedViewRow): SavedView => ({
  ...row,
  createdAt: new Date(createdAt).toISOString(),
});
