import * as z from "zod";
import { MANAGER_KINDS, neutralWord } from "./kinds.ts";

/** Schema of an application's name in any spelling. The parsed value is the neutral name. */
export const KindWord = z.preprocess(neutralWord, z.enum(MANAGER_KINDS))
  .meta({ description: "movie, series, music, indexer or soulseek; application names are accepted too" });
