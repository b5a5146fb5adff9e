import { LIBRARY_KINDS, type LibraryKind } from "../../platform/managers/kinds.ts";
import type { LibraryState } from "../video_model.ts";
import type { Finding, HealthProbe } from "../../platform/health/probe.ts";

/** Reports records of managers that could not be read completely. */
export const oddRecordsProbe = ({ state }: { state(kind: LibraryKind): Promise<LibraryState> }): HealthProbe => ({
  source: "library",
  fine: "All records from the managers could be read.",
  async check() {
    const found = await Promise.all(LIBRARY_KINDS.map(async (kind): Promise<Finding[]> => {
      const { odd } = await state(kind);
      return odd === undefined ? [] : [{
        id: `records ${kind}`,
        type: "warning",
        code: "odd_records",
        message: odd,
        link: PAGES[kind],
      }];
    }));
    return found.flat();
  },
});

const PAGES: Record<LibraryKind, string> = { movie: "/movies", series: "/series", music: "/music" };
