import { clockTime, exactTime } from "../../kit/format.ts";

/**
 * A point in time: UTC as rendered by the server, converted to local 24-hour time by `islands/shell/local_times.ts`,
 * with UTC on hover. `clock` omits the date.
 */
export const Moment = ({ at, clock = false }: { at: string; clock?: boolean }) => (
  <time class="amount" dateTime={at} title={exactTime(at)} data-local={clock ? "clock" : ""}>
    {clock ? clockTime(at) : exactTime(at)}
  </time>
);
