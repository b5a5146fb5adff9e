import { exactTime } from "../../kit/format.ts";

/** A point in time: UTC as the server draws it, local and 24-hour once `islands/shell/local_times.ts` has seen it; UTC on hover. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)} data-local>{exactTime(at)}</time>
);
