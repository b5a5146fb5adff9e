import { clockTime, exactTime } from "../../kit/format.ts";

/**
 * A point in time: UTC as the server draws it, local and 24-hour once `islands/shell/local_times.ts` has seen it; UTC on
 * hover. With `clock` without its date.
 */
export const Moment = ({ at, clock = false }: { at: string; clock?: boolean }) => (
  <time class="amount" dateTime={at} title={exactTime(at)} data-local={clock ? "clock" : ""}>
    {clock ? clockTime(at) : exactTime(at)}
  </time>
);
