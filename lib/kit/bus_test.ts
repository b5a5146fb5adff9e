import { deepEqual, equal } from "node:assert/strict";
import { createBus } from "./bus.ts";

interface Events {
  job: { id: string };
  rip: { id: string };
}

/** Creates a bus, and collects the errors reported on it. */
const busWithErrors = () => {
  const errors: unknown[] = [];
  return { bus: createBus<Events>((error) => errors.push(error)), errors };
};

Deno.test("listeners receive their own type only, in the order of publication", () => {
  const { bus } = busWithErrors();
  const heard: string[] = [];
  bus.on("job", ({ id }) => heard.push(`first ${id}`));
  bus.on("rip", ({ id }) => heard.push(`rip ${id}`));
  bus.on("job", ({ id }) => heard.push(`second ${id}`));
  bus.publish("job", { id: "a" });
  deepEqual(heard, ["first a", "second a"]);
});

Deno.test("a listener that throws is reported and does not stop the others", () => {
  const { bus, errors } = busWithErrors();
  const heard: string[] = [];
  const broken = new Error("broken");
  bus.on("job", () => {
    throw broken;
  });
  bus.on("job", ({ id }) => heard.push(id));
  bus.publish("job", { id: "a" });
  bus.publish("job", { id: "b" });
  deepEqual(heard, ["a", "b"]);
  deepEqual(errors, [broken, broken]);
});

Deno.test("an unsubscribed listener receives nothing more, even during a publication, and may unsubscribe again", () => {
  const { bus, errors } = busWithErrors();
  const heard: string[] = [];
  const stops = [() => {}];
  bus.on("job", () => stops[0]?.());
  stops[0] = bus.on("job", ({ id }) => heard.push(id));
  bus.on("job", ({ id }) => heard.push(`last ${id}`));
  bus.publish("job", { id: "a" });
  stops[0]();
  bus.publish("job", { id: "b" });
  deepEqual(heard, ["last a", "last b"]);
  deepEqual(errors, []);
});

Deno.test("a listener may publish itself: each payload reaches all", () => {
  const { bus } = busWithErrors();
  const heard: string[] = [];
  bus.on("job", ({ id }) => {
    if (id === "a") bus.publish("job", { id: "b" });
  });
  bus.on("job", ({ id }) => heard.push(id));
  bus.publish("job", { id: "a" });
  deepEqual(heard.sort(), ["a", "b"]);
});

Deno.test("events need no listener", () => {
  const { bus, errors } = busWithErrors();
  bus.publish("rip", { id: "a" });
  equal(errors.length, 0);
});
