import { deepStrictEqual as same, match, ok } from "node:assert/strict";
import { recordsText } from "../build/records.ts";
import { apiRecords } from "../lib/ui/api_records.ts";
import { openApp } from "../tests/fixtures/app.ts";
import { documentOf } from "../tests/fixtures/document.ts";

Deno.test("records of the API: every type is known, every record that a field names exists, and values of any type are described", async () => {
  await using app = await openApp();
  const { components } = await documentOf(app);
  const records = apiRecords(components.schemas);
  const names = records.map(({ name }) => name);
  ok(names.includes("Job") && names.includes("Settings"));
  const faults = records.flatMap(({ name, fields }) =>
    fields.filter(({ type, meaning }) =>
      type.some((part) => typeof part !== "string" && !names.includes(part.record)) ||
      type.includes("any") && ["", "optional"].includes(meaning)
    ).map((field) => `${name}.${field.name}`)
  );
  same(faults, []);
  match(recordsText(components.schemas), /^# Records of the API\n.*\n## Job\n.*\n\| status \|/s);
});

Deno.test("the API page lists every record with its fields, and its endpoints link to them", async () => {
  await using app = await openApp();
  const { components } = await documentOf(app);
  const html = await (await app.call("/api/docs", { headers: { Accept: "text/html" } })).text();
  for (const { name, fields } of apiRecords(components.schemas)) {
    ok(html.includes(`id="record-${name}"`), name);
    for (const field of fields) ok(html.includes(`<code>${field.name}</code>`), `${name}.${field.name}`);
  }
  const links = [...html.matchAll(/href="#(record-\w+)"/g)].map(([, anchor = ""]) => anchor);
  ok(links.length > 100);
  same(links.filter((anchor) => !html.includes(`id="${anchor}"`)), []);
  match(html, /Body: <a href="#record-CreateJob">CreateJob<\/a>/);
});
