import { deepStrictEqual as same, match } from "node:assert/strict";
import { openApp } from "../tests/fixtures/app.ts";

Deno.test("auto transcode is switched on and off on its own page, without script too", async () => {
  await using app = await openApp({});
  const page = async () => await (await app.call("/auto")).text();
  for (const [button, isOn] of [["Enable", true], ["Disable", false]] as const) {
    const html = await page();
    match(html, new RegExp(`<button type="submit">${button}</button>`));
    const [, action = "", value = ""] =
      /action="([^"]+)"[^>]*><input type="hidden" name="auto\.enabled:boolean" value="(\w+)"/
        .exec(html) ?? [];
    const answer = await app.call(action, {
      method: "PUT",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" },
      body: new URLSearchParams({ "auto.enabled:boolean": value }).toString(),
    });
    same([answer.status, app.instance.settings.current().auto.enabled], [303, isOn]);
  }
});
