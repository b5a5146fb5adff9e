import type { Clock } from "../../kit/clock.ts";
import type { GrabAnswer, GrabRequest } from "./model.ts";

const MAX_REMEMBERED = 1_000;
const ON_ITS_WAY = "This release is already on its way.";

/** Releases that were sent since the start of the service, so that sending one again is said. */
export function createSentBefore(clock: Pick<Clock, "now">) {
  const sentAt = new Map<string, Date>();
  return {
    key: ({ source, indexerId, guid }: GrabRequest["release"]): string => JSON.stringify([source, indexerId, guid]),
    /** The answer for a release that was sent now, with a word on the time before. */
    recordSent(key: string, answer: GrabAnswer): GrabAnswer {
      if (answer.note?.includes(ON_ITS_WAY)) return answer;
      const before = sentAt.get(key);
      sentAt.delete(key);
      sentAt.set(key, clock.now());
      if (sentAt.size > MAX_REMEMBERED) sentAt.delete(sentAt.keys().next().value ?? "");
      if (before === undefined) return answer;
      const minutes = Math.max(0, Math.round((clock.now().getTime() - before.getTime()) / 60_000));
      return withNote(answer, `This release was sent before, ${ago(minutes)}, and has been sent again.`);
    },
    /** The answer for who asked while it was being sent. */
    onItsWay: (answer: GrabAnswer): GrabAnswer => withNote(answer, ON_ITS_WAY),
  };
}

const withNote = (answer: GrabAnswer, note: string): GrabAnswer => ({
  ...answer,
  note: [note, answer.note].filter(Boolean).join(" "),
});

const ago = (minutes: number): string =>
  minutes < 1 ? "a moment ago" : minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
