import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { createVirtualTime } from "../../../tests/kit/farm_model.ts";
import { Player } from "../../platform/settings/sections/players.ts";
import { PlayerProblem, type PlayerStream } from "../clients/player_client.ts";
import { holdReason, SILENCE_MS } from "./hold_reason.ts";
import { POLL_MS, watchPlayback } from "./playback_watch.ts";

const player = (change: object = {}) =>
  Player.parse({
    id: "p",
    name: "Plex",
    kind: "plex",
    url: "http://plex:32400",
    token: "t",
    pauseEncodes: true,
    ...change,
  });
const stream = (change: Partial<PlayerStream> = {}): PlayerStream => ({
  ...{ user: "Alice", title: "Dune", device: "Living room", paused: false, transcodes: false },
  ...change,
});
const playback = (streams: PlayerStream[], change: object = {}) => ({
  player: player(change),
  streams,
  answeredAtMs: 0,
});

Deno.test("encodes wait for streams beyond the limit: not for paused ones, nor for direct play if it is ignored", () => {
  for (
    const [all, reason] of [
      [[], undefined],
      [[playback([])], undefined],
      [[playback([stream()])], "Alice is watching Dune on Plex (Living room)"],
      [[playback([stream({ user: "", title: "", device: "" })])], "Somebody is watching a video on Plex"],
      [[playback([stream({ paused: true })])], undefined],
      [[playback([stream()], { ignoreDirectPlay: true })], undefined],
      [
        [playback([stream(), stream({ user: "Bob", transcodes: true })], { ignoreDirectPlay: true })],
        "Bob is watching Dune on Plex (Living room)",
      ],
      [[playback([stream()], { streamLimit: 1 })], undefined],
      [
        [playback([stream(), stream(), stream()], { streamLimit: 2 })],
        "Alice is watching Dune on Plex (Living room), and 2 more streams",
      ],
      [
        [playback([]), playback([stream()], { name: "Emby" }), playback([stream()])],
        "Alice is watching Dune on Emby (Living room), and 1 more stream",
      ],
    ] as const
  ) is(holdReason(all, 0), reason);
  is(holdReason([playback([stream()])], SILENCE_MS), undefined);
});

/** A player whose streams a test changes, and which takes some time to respond. */
function world(players: Player[], answerMs: () => number) {
  const time = createVirtualTime();
  const playing = new Map<string, PlayerStream[] | "silent">();
  const facts: { atMs: number; reason: string | undefined }[] = [];
  let polls = 0;
  const watch = watchPlayback({
    players,
    time,
    log: () => {},
    hold: (reason) => facts.push({ atMs: time.nowMs(), reason }),
    client: ({ id }) => ({
      async streams({ totalMs = 0, signal = new AbortController().signal } = {}) {
        polls++;
        const sent = playing.get(id) ?? [];
        await time.sleep(sent === "silent" ? totalMs : answerMs(), signal);
        if (sent === "silent") throw new PlayerProblem("unreachable", "silent");
        return playing.get(id) === "silent" ? [] : sent;
      },
    }),
  });
  return { time, playing, facts, watch, polls: () => polls };
}

const never = new AbortController().signal;

Deno.test("50 of 50 pauses and 50 of 50 resumes follow within two seconds, with one poll per second", async () => {
  let seed = 7;
  const random = (max: number) => (seed = (seed * 16807) % 2147483647) % max;
  const { time, playing, facts, watch, polls } = world([player()], () => random(400));
  const delays: number[] = [];
  await time.run((async () => {
    for (let round = 0; round < 50; round++) {
      for (const streams of [[stream()], []]) {
        await time.sleep(3_000 + random(5_000), never);
        const before = facts.length;
        const changedAtMs = time.nowMs();
        playing.set("p", streams);
        await time.sleep(2_000, never);
        is(facts.length, before + 1);
        is(facts.at(-1)?.reason === undefined, streams.length === 0);
        delays.push((facts.at(-1)?.atMs ?? Infinity) - changedAtMs);
      }
    }
    await watch.stop();
  })());
  is(delays.length, 100);
  ok(Math.max(...delays) < 2_000, `${Math.max(...delays)} ms`);
  ok(polls() <= time.nowMs() / POLL_MS + 1, `${polls()} polls in ${time.nowMs()} ms`);
});

Deno.test("a webhook is followed by a poll at once, also during a poll, and many webhooks by at most ten per second", async () => {
  const { time, playing, facts, watch, polls } = world([player()], () => 20);
  await time.run((async () => {
    await time.sleep(500, never);
    playing.set("p", [stream()]);
    watch.pollNow("p");
    await time.sleep(30, never);
    is(facts.length, 1);
    const before = polls();
    for (let i = 0; i < 1000; i++) {
      watch.pollNow("p");
      watch.pollNow("unknown");
      await time.sleep(1, never);
    }
    ok(polls() - before <= 10, `${polls() - before}`);
    await watch.stop();
  })());
  is(facts.at(-1)?.reason, undefined);
});

Deno.test("a player that stops answering during a film releases encodes after ten seconds, and holds them again later", async () => {
  const { time, playing, facts, watch } = world([player()], () => 10);
  await time.run((async () => {
    playing.set("p", [stream()]);
    await time.sleep(2_000, never);
    const silentAtMs = time.nowMs();
    playing.set("p", "silent");
    await time.sleep(15_000, never);
    same(facts.map(({ reason }) => reason !== undefined), [true, false]);
    const releasedMs = (facts[1]?.atMs ?? 0) - silentAtMs;
    ok(releasedMs > SILENCE_MS - POLL_MS - 100 && releasedMs < SILENCE_MS + 2 * POLL_MS, `${releasedMs}`);
    playing.set("p", [stream()]);
    await time.sleep(5_000, never);
    same(facts.map(({ reason }) => reason !== undefined), [true, false, true]);
    await watch.stop();
  })());
});

Deno.test("a slow player delays no other player", async () => {
  const { time, playing, facts, watch } = world([player(), player({ id: "slow" })], () => 10);
  await time.run((async () => {
    playing.set("slow", "silent");
    await time.sleep(4_000, never);
    playing.set("p", [stream()]);
    await time.sleep(1_100, never);
    is(facts.length, 1);
    ok(watch.holds("p") && !watch.holds("slow"));
    await watch.stop();
  })());
});

Deno.test("whatever players report, the queue is held exactly while a stream beyond the limit plays, and never after the end", async () => {
  const step = fc.record({
    player: fc.constantFrom("p", "q"),
    count: fc.integer({ min: 0, max: 3 }),
    paused: fc.boolean(),
    silent: fc.boolean(),
    waitMs: fc.integer({ min: 15_000, max: 20_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const limits: Record<string, number> = { p: 0, q: 1 };
      const { time, playing, facts, watch } = world([player(), player({ id: "q", streamLimit: 1 })], () => 50);
      await time.run((async () => {
        for (const { player: id, count, paused, silent, waitMs } of steps) {
          playing.set(id, silent ? "silent" : Array.from({ length: count }, () => stream({ paused })));
          await time.sleep(waitMs, never);
          const isHeld = [...playing].some(([one, streams]) =>
            streams !== "silent" && streams.filter((each) => !each.paused).length > (limits[one] ?? 0)
          );
          is(facts.at(-1)?.reason !== undefined, isHeld);
        }
        await watch.stop();
      })());
      is(facts.at(-1)?.reason, undefined);
    }),
    { numRuns: 30 },
  );
});
