import { clockTime, exactTime } from "../../kit/format.ts";

/**
 * A time. The server renders UTC, which `islands/shell/local_times.ts` converts to local 24-hour time. UTC is shown on
 * hover. `clock` omits the date, and `near` shortens the date of a time within a few days, such as `Fri 20:10`.
 */
export const Moment = ({ at, clock = false, near = false }: { at: string; clock?: boolean; near?: boolean }) => (
  <time class="amount" dateTime={at} title={exactTime(at)} data-local={clock ? "clock" : near ? "near" : ""}>
    {clock ? clockTime(at) : exactTime(at)}
  </time>
);

/** Sentence with the start of an outage. Renders nothing if the start is unknown. */
export function DownSince({ at }: { at: string | undefined }) {
  return at === undefined ? null : (
    <>
      Not available since <Moment at={at} />.{" "}
    </>
  );
}
