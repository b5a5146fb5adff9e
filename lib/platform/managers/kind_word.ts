import * as z from "zod";
import { MANAGER_KINDS, managerKind } from "./kinds.ts";

/** An application in any of its spellings; what comes out is the neutral word. */
export const KindWord = z.preprocess(
  (word) => typeof word === "string" ? managerKind(word) ?? word : word,
  z.enum(MANAGER_KINDS),
).meta({ description: "movie, series, music, indexer or soulseek; the names of the applications are taken as well" });
