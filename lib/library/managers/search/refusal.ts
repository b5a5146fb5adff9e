import * as z from "zod";

const Validation = z.array(z.object({ errorMessage: z.string() })).min(1);
const Binding = z.object({ errors: z.record(z.string(), z.array(z.string())) });
const Converting = z.record(z.string(), z.object({ errors: z.array(z.object({ errorMessage: z.string() })) }));
const Plain = z.object({ message: z.string().min(1) });

const MAX_CHARACTERS = 400;
const MAX_BARE_CHARACTERS = 200;

/** Extracts the message of an error response in any of the managers' formats. Returns undefined if there is none. */
export function refusalText(body: unknown): string | undefined {
  const sentences = validationOf(body) ?? bindingOf(body) ?? convertingOf(body) ?? plainOf(body);
  const text = sentences?.join(" ").replace(/\s+/g, " ").trim();
  // The text may have been cut within a surrogate pair.
  return text ? text.slice(0, MAX_CHARACTERS).toWellFormed() : undefined;
}

/**
 * Returns the start of an error response in plain text, on one line and without control characters, or undefined for a
 * web page.
 */
export function bareText(body: string, type: string): string | undefined {
  if (/\b(?:html|xml)\b/i.test(type)) return undefined;
  // Binary contents are not shown to users.
  const text = body.slice(0, MAX_BARE_CHARACTERS * 4);
  const words = (text.startsWith('"') ? stringOf(text) ?? "" : text).replace(/[\p{C}\s]+/gu, " ").trim();
  if (words === "" || /^[[{]|<[a-z/!?]|\ufffd/i.test(words)) return undefined;
  return [...words].slice(0, MAX_BARE_CHARACTERS).join("");
}

/** Parses a JSON string. */
function stringOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

const validationOf = (body: unknown): string[] | undefined =>
  Validation.safeParse(body).data?.map(({ errorMessage }) => errorMessage);

const bindingOf = (body: unknown): string[] | undefined => {
  const { data } = Binding.safeParse(body);
  return data &&
    Object.entries(data.errors).flatMap(([field, messages]) => messages.map((text) => `${field}: ${text}`));
};

const convertingOf = (body: unknown): string[] | undefined => {
  const { data } = Converting.safeParse(body);
  return data && Object.values(data).flatMap(({ errors }) => errors.map(({ errorMessage }) => errorMessage));
};

const plainOf = (body: unknown): string[] | undefined => {
  const { data } = Plain.safeParse(body);
  return data && [data.message];
};
