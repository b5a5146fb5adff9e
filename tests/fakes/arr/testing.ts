import { cpuUsage } from "node:process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import * as z from "zod";
import type { Fields } from "./shared/types.ts";

/** Folder with the API documents of the applications, which is absent in a plain checkout. */
const DOCUMENTS = fileURLToPath(new URL("../../../../shared/contracts/openapi", import.meta.url));

export const haveDocuments = existsSync(DOCUMENTS);

export interface Answer {
  status: number;
  /** Parsed JSON, or the text if the body is not JSON. */
  body: unknown;
  headers: Headers;
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Returns a client for a fake's API that uses its key. */
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

/** Returns the body as a list, or the records of a page. */
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

/**
 * Returns a function that validates a response against the application's API document. Undefined if the document lacks
 * the path.
 */
export function contractOf(
  name: string,
): (method: string, path: string, body: unknown, status?: number) => string[] | undefined {
  const document = Document.parse(JSON.parse(readFileSync(`${DOCUMENTS}/${name}.json`, "utf8")));
  // The document describes only the generic command. The real response repeats the body that was sent.
  const { Command } = document.components.schemas;
  if (Command !== undefined) Command.additionalProperties = true;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  // The managers omit null properties, so null is never allowed.
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

/** Returns the minimum CPU time of `work` in milliseconds, which does not depend on the load of the machine. */
export function workMs(work: () => void): number {
  const once = () => {
    const before = cpuUsage();
    work();
    const { user, system } = cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(once(), once(), once());
}
