import * as z from "zod";

/** A manager's command and its progress. */
export const Command = z.object({
  id: z.int(),
  name: z.string(),
  status: z.string(),
  result: z.string().nullish(),
  message: z.string().nullish(),
  exception: z.string().nullish(),
});
/** `status` and `result` are the application's own values, such as `completed` and `unsuccessful`. */
export type Command = z.infer<typeof Command>;
