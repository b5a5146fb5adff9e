import type * as z from "zod";
import type { Ratings } from "../wire/common.ts";

/** Returns the first available rating, converted to a scale of 100. Most sources have a scale of 10. */
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
