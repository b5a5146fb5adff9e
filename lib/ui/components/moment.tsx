import { clockTime, exactTime } from "../../kit/format.ts";

/**
 * A time. The server renders UTC, which `islands/shell/local_times.ts` converts to local 24-hour time. UTC is shown on
 * hover. `clock` omits the date.
 */
export const Moment = ({ at, clock = false }: { at: string; clock?: boolean }) => (
  <time class="amount" dateTime={at} title={exactTime(at)} data-local={clock ? "clock" : ""}>
    {clock ? clockTime(at) : exactTime(at)}
  </time>
);
