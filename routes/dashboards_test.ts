import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { Widget } from "../lib/dashboards/model.ts";
import { MASK } from "../lib/platform/settings/secrets.ts";
import { openApp, type TestApp } from "../tests/fixtures/app.ts";
import { hasMosquitto, PASSWORD, startMosquitto, USER } from "../tests/kit/mosquitto.ts";
import { until } from "../tests/kit/until.ts";

const inApp = (name: string, work: (app: TestApp, logged: string[]) => Promise<void>, ignore = false) =>
  Deno.test({
    name,
    ignore,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const logged: string[] = [];
      await using app = await openApp({
        onLog: (level, message, facts) => void logged.push(`${level} ${message} ${JSON.stringify(facts)}`),
      });
      await work(app, logged);
    },
  });

inApp("the widget is flat JSON of the queue, which needs a key from elsewhere", async (app) => {
  const widget = await (await app.call("/api/widget")).json();
  same(Widget.strict().parse(widget), widget);
  ok(Object.values(widget).every((value) => typeof value !== "object" || value === null));
  same([widget.running, widget.title, widget.saved], [0, null, "0 B"]);
  is((await app.call("/api/widget", { peer: "203.0.113.9" })).status, 401);
});

inApp(
  "S-OUT-3: a broker is tested with the entered values, and a stored password is only sent to its address",
  async (app) => {
    await using broker = await startMosquitto();
    const test = async (json: object) => await (await app.call("/api/mqtt/test", { json })).json();
    const entered = { url: broker.url, username: USER, password: PASSWORD };
    await app.instance.settings.update({ mqtt: entered });
    same(await test(entered), { ok: true, detail: "The broker accepts the connection." });
    is((await test({ ...entered, password: MASK })).ok, true);
    await app.instance.settings.update({ mqtt: { url: "mqtt://other.example", password: PASSWORD } });
    match((await test({ ...entered, password: MASK })).detail, /does not accept the user name or password/);
    is((await app.call("/api/mqtt/test", { json: { ...entered, url: "http://127.0.0.1" } })).status, 422);
    const own = { ...entered, url: `mqtt://127.0.0.1:${app.instance.settings.current().general.host.port}` };
    match((await test(own)).detail, /was not contacted: it is Lathe itself/);
  },
  !hasMosquitto(),
);

inApp("S-SEC-2: the API key and the password are in no message, log line or page", async (app, logged) => {
  await using broker = await startMosquitto();
  app.instance.dashboards.start();
  await app.instance.settings.update({
    mqtt: { enabled: true, url: broker.url, username: USER, password: PASSWORD },
  });
  await until(() => [...broker.seen.keys()].some((topic) => topic.endsWith("/state")));
  const [pause = ""] = [...broker.seen.keys()].filter((topic) => topic.endsWith("/state"));
  await broker.publish(pause.replace("/state", "/pause/set"), "ON");
  await until(async () => (await app.instance.jobs.queueState()).paused);
  const pages = ["/settings/dashboards", "/settings", "/api/settings", "/api/widget", "/api/system/events"];
  const texts = await Promise.all(pages.map(async (path) => await (await app.call(path)).text()));
  match(texts[1] ?? "", /Home Assistant over 127\.0\.0\.1/);
  texts.push(...logged, ...broker.messages.map(({ topic, payload }) => `${topic} ${payload}`));
  same(texts.filter((text) => text.includes(PASSWORD) || text.includes(app.apiKey)), []);
}, !hasMosquitto());
