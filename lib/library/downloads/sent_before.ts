import type { Clock } from "../../kit/clock.ts";
import type { GrabAnswer, GrabRequest } from "./model.ts";

const MAX_REMEMBERED = 1_000;
const ON_ITS_WAY = "This release is already on its way.";

/** Remembers the releases sent since the service started, to note when one is sent again. */
export function createSentBefore(clock: Pick<Clock, "now">) {
  const sentAt = new Map<string, Date>();
  return {
    key: ({ source, indexerId, guid }: GrabRequest["release"]): string => JSON.stringify([source, indexerId, guid]),
    /** Records a release as sent. Adds a note to the response if it was sent before. */
    recordSent(key: string, answer: GrabAnswer): GrabAnswer {
      if (answer.note?.includes(ON_ITS_WAY)) return answer;
      const before = sentAt.get(key);
      sentAt.delete(key);
      sentAt.set(key, clock.now());
      if (sentAt.size > MAX_REMEMBERED) sentAt.delete(sentAt.keys().next().value ?? "");
      if (before === undefined) return answer;
      const minutes = Math.max(0, Math.round((clock.now().getTime() - before.getTime()) / 60_000));
      return withNote(answer, `This release was already sent ${ago(minutes)} and has been sent again.`);
    },
    /** Response for a request that arrived while the release was being sent. */
    onItsWay: (answer: GrabAnswer): GrabAnswer => withNote(answer, ON_ITS_WAY),
  };
}

const withNote = (answer: GrabAnswer, note: string): GrabAnswer => ({
  ...answer,
  note: [note, answer.note].filter(Boolean).join(" "),
});

const ago = (minutes: number): string =>
  minutes < 1 ? "a moment ago" : minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
