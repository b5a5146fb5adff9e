import { deepStrictEqual as same } from "node:assert/strict";
import { catalogueRepository } from "../../../../db/library/catalogue.ts";
import { withStore } from "../../../../tests/fixtures/store.ts";
import type { ManagerClient } from "../../managers/client.ts";
import type { Managers } from "../../managers/managers.ts";
import { createReading } from "./reading.ts";

Deno.test("a request for the library at a changed address does not receive the library that is being read at the old one", () =>
  withStore(async (store) => {
    let url = "http://first";
    const client = () => ({ url, get: () => Promise.resolve([]) }) as unknown as ManagerClient<"movie">;
    const begun = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const read: string[] = [];
    const reading = createReading(
      {
        managers: { connected: client, require: client, downSince: () => undefined } as unknown as Pick<
          Managers,
          "connected" | "require" | "downSince"
        >,
        catalogue: catalogueRepository(store),
        clock: { now: () => new Date(0), monotonicMs: () => 0 },
        log: () => {},
        changed: () => {},
      },
      "movie",
      async (manager) => {
        begun.resolve();
        await goesOn.promise;
        read.push(manager.url);
      },
    );
    const asked = [reading.all(), reading.all()];
    await begun.promise;
    url = "http://second";
    asked.push(reading.all(), reading.all());
    goesOn.resolve();
    await Promise.all(asked);
    await reading.close();
    same(read, ["http://first", "http://second"]);
  }));
