import type * as z from "zod";
import type { Ratings } from "../wire/common.ts";

/** The first rating there is, on a scale to 100: most count to 10. */
export function ratingOf(ratings: z.infer<typeof Ratings> | null | undefined): number | undefined {
  if (!ratings) return undefined;
  const values = "value" in ratings
    ? [ratings.value]
    : Object.values(ratings).map((one) =>
      typeof one === "object" && one !== null && "value" in one ? one.value : undefined
    );
  const value = values.find((one): one is number => typeof one === "number" && one > 0);
  return value === undefined ? undefined : Math.round(value <= 10 ? value * 10 : value);
}
