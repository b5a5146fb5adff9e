import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import { startShareDb } from "../fakes/sharedb.ts";
import { openApp, type TestApp } from "../fixtures/app.ts";
import { deliveredDisc } from "../fixtures/discs/delivered_disc.ts";
import { discTest } from "../fixtures/discs/disc_app.ts";

const share = async ({ call }: TestApp, id: string, json: unknown): Promise<[number, string | undefined]> => {
  const response = await call(`/api/disc/rips/${id}/share`, { json, method: "POST" });
  const { code, shareAnswer } = await response.json();
  return [response.status, code ?? shareAnswer];
};
const page = async ({ call }: TestApp, id: string): Promise<string> =>
  (await (await call(`/discs/${id}`, { headers: { accept: "text/html" } })).text()).replaceAll("&quot;", '"');

discTest(
  "sharing a delivered disc is offered once, with all data that would be sent, and the answer is stored",
  async () => {
    await using index = startShareDb();
    await using app = await openApp({ settings: { sharedb: { enabled: true, indexUrl: index.url } } });
    const [one, other] = [await deliveredDisc(app), await deliveredDisc(app)];
    const asked = await page(app, one);
    match(asked, /Share this disc's contents\?/);
    const exact = /aria-label="What would be sent">([^<]*)/.exec(asked)?.[1] ?? "";
    match(asked, />Share<[^]*>Do not share</);

    same(await share(app, one, { accept: true }), [200, "shared"]);
    same(index.contributed, [JSON.parse(exact)]);
    doesNotMatch(JSON.stringify(index.contributed), /anna|lamp/i);
    same(await share(app, other, { accept: false }), [200, "declined"]);
    is(index.contributed.length, 1);
    for (const id of [one, other]) {
      doesNotMatch(await page(app, id), /Share this disc's contents/);
      same(await share(app, id, { accept: true }), [409, "bad_state"]);
    }
  },
);

discTest("a disc that cannot be shared is refused with a reason, and a failed submission can be repeated", async () => {
  await using index = startShareDb();
  await using app = await openApp({ settings: { sharedb: { enabled: true, indexUrl: index.url } } });
  const id = await deliveredDisc(app);
  const unconfirmed = await deliveredDisc(app, {
    media: { kind: "movie", title: "x", externalId: 11, genres: [], confidence: 100, matchedBy: "library" },
  });
  same(await share(app, unconfirmed, { accept: true }), [409, "bad_state"]);
  same(await share(app, "nothing", { accept: true }), [404, "not_found"]);
  for (const body of [{}, { accept: "yes" }, { accept: true, label: "x" }]) {
    same(await share(app, id, body), [422, "invalid"], JSON.stringify(body));
  }
  index.instead = new Response(null, { status: 503 });
  same(await share(app, id, { accept: true }), [502, "upstream_failed"]);
  ok((await page(app, id)).includes("Share this disc's contents?"));
  index.instead = undefined;
  await app.instance.settings.update({ sharedb: { contribute: "never" } });
  same(await share(app, id, { accept: true }), [409, "bad_state"]);
  doesNotMatch(await page(app, id), /Share this disc's contents/);
  await app.instance.settings.update({ sharedb: { contribute: "ask" } });
  const both = await Promise.all([share(app, id, { accept: true }), share(app, id, { accept: true })]);
  same(both.map(([status]) => status).sort(), [200, 409]);
  is(index.contributed.length, 2);
});
