import { cpuUsage } from "node:process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import * as z from "zod";
import type { Fields } from "./shared/types.ts";

/** The applications' own documents; absent outside the workshop. */
const DOCUMENTS = fileURLToPath(new URL("../../../../shared/contracts/openapi", import.meta.url));

export const haveDocuments = existsSync(DOCUMENTS);

export interface Answer {
  status: number;
  /** Parsed; the text when it was no JSON. */
  body: unknown;
  headers: Headers;
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Speaks to a fake below its API, with its key. */
export const asker = ({ url, key }: { url: string; key: string }, api: string): Ask => async (method, path, body) => {
  const response = await fetch(`${url}/api/${api}${path}`, {
    method,
    headers: { "X-Api-Key": key, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    redirect: "manual",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, body: isJson && text !== "" ? JSON.parse(text) : text, headers: response.headers };
};

/** The body as a list, or as the records of a page. */
export const rows = ({ body }: Answer): Fields[] =>
  z.union([
    z.array(z.looseObject({})),
    z.object({ records: z.array(z.looseObject({})) }).transform(({ records }) => records),
  ]).parse(body);

export const fields = ({ body }: Answer): Fields => z.looseObject({}).parse(body);

const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
});

const Operation = z.object({
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })).optional() }),
  ),
});

/** Says what is wrong with an answer by the application's document; undefined when it knows no such path. */
export function contractOf(
  name: string,
): (method: string, path: string, body: unknown, status?: number) => string[] | undefined {
  const document = Document.parse(JSON.parse(readFileSync(`${DOCUMENTS}/${name}.json`, "utf8")));
  // It shows the generic command only; the real answer repeats the body of the one that was sent.
  const { Command } = document.components.schemas;
  if (Command !== undefined) Command.additionalProperties = true;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  // The managers drop what is null, so that nothing may be.
  const components = JSON.parse(JSON.stringify(document.components).replace(/,"nullable":true|"nullable":true,?/g, ""));
  ajv.addSchema({ $id: "document", components });
  const compiled = new Map<string, ValidateFunction>();

  return (method, path, body, status = 200) => {
    const bare = path.replace(/\?.*$/, "");
    const fits = Object.keys(document.paths).filter((one) =>
      new RegExp(`^${one.replace(/\{\w+\}/g, "[^/]+")}$`).test(bare)
    );
    const exact = fits.find((one) => one === bare) ?? fits[0];
    const operation = Operation.safeParse(document.paths[exact ?? ""]?.[method.toLowerCase()]).data;
    if (operation === undefined) return undefined;
    const content = (operation.responses[status] ?? operation.responses[200])?.content ?? {};
    const schema = content["application/json"]?.schema;
    if (schema === undefined) return [];
    const rooted = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
    const validate = compiled.get(rooted) ?? ajv.compile(JSON.parse(rooted) as object);
    compiled.set(rooted, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`
    );
  };
}

/** Milliseconds of processor time that a piece of work takes at best; a busy machine does not count. */
export function workMs(work: () => void): number {
  const once = () => {
    const before = cpuUsage();
    work();
    const { user, system } = cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(once(), once(), once());
}
