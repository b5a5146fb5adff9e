import { deepStrictEqual as same } from "node:assert/strict";
import { autoMemoryRepository } from "../../../db/library/auto_memory.ts";
import { keyValueRepository } from "../../../db/platform/key_values.ts";
import { World } from "../../../tests/fixtures/auto_world.ts";
import { withStore } from "../../../tests/fixtures/store.ts";
import type { Profiles } from "../../encode/profiles/service.ts";
import type { Job } from "../../jobs/schema.ts";
import type { JobBusEvents } from "../../jobs/service.ts";
import { createBus } from "../../kit/bus.ts";
import { systemClock } from "../../kit/clock.ts";
import { createDiskReads } from "../../kit/disk/disk_reads.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { createAuto } from "./service.ts";

const settings = Settings.parse({
  auto: { enabled: true, includeExisting: true },
  connections: { movie: { enabled: true, url: "http://movie", apiKey: "k" } },
});

Deno.test("an encode is recognised by its content from the end of its job, whatever its manager does before the next scan", () =>
  withStore(async (store, folder) => {
    const world = new World(folder, store);
    const bus = createBus<JobBusEvents>(() => {});
    const start = () =>
      createAuto({
        settings: { current: () => settings },
        library: {
          remuxes: () => Promise.resolve([...world.films.values()]),
          refresh: () => Promise.resolve({ stale: false }),
          leftOut: () => Promise.resolve([]),
          settled: () => Promise.resolve(),
        },
        profiles: { recipe: (id) => Promise.resolve({ id, name: id } as Awaited<ReturnType<Profiles["recipe"]>>) },
        jobs: {
          async create({ source: { localPath } }) {
            const file = [...world.films.values()].find((one) => one.localPath === localPath);
            if (file === undefined) throw new Error(`${localPath} is of no film.`);
            const id = `job-${world.next()}`;
            await world.queue(file, id);
            return { created: true, job: { id } as Job };
          },
        },
        memory: autoMemoryRepository(store),
        facts: keyValueRepository(store),
        events: { record: () => {} },
        bus,
        clock: systemClock,
        disks: createDiskReads(),
      });
    const first = start();
    await world.import(2);
    same((await first.scan("manual")).queued.map(({ title }) => title), ["Film 2"]);
    const job = await world.finish(2);
    if (job !== undefined) bus.publish("job-ended", { job });
    // Closing the service waits until the output of all ended jobs is recorded.
    await first.close();

    // The manager assigns the encode to another movie, with another name.
    await world.change(2, { path: true, number: true });
    const encode = world.films.get(2);
    world.films.delete(2);
    if (encode !== undefined) world.films.set(4, { ...encode, arrId: 4, title: "Film 4" });
    const second = start();
    const { found, queued } = await second.scan("manual");
    same([found, queued], [1, []]);
    await second.close();
  }));
