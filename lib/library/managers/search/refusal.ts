import * as z from "zod";

const Validation = z.array(z.object({ errorMessage: z.string() })).min(1);
const Binding = z.object({ errors: z.record(z.string(), z.array(z.string())) });
const Converting = z.record(z.string(), z.object({ errors: z.array(z.object({ errorMessage: z.string() })) }));
const Plain = z.object({ message: z.string().min(1) });

const MAX_CHARACTERS = 400;
const MAX_BARE_CHARACTERS = 200;

/** What a manager says about a refusal, whichever of its shapes it chose; undefined when it says nothing. */
export function refusalText(body: unknown): string | undefined {
  const sentences = validationOf(body) ?? bindingOf(body) ?? convertingOf(body) ?? plainOf(body);
  const text = sentences?.join(" ").replace(/\s+/g, " ").trim();
  // A pair of surrogates may be cut in two at the end.
  return text ? text.slice(0, MAX_CHARACTERS).toWellFormed() : undefined;
}

/** What a refusal says in bare text: its beginning, on one line, without control characters; nothing when it is a page. */
export function bareText(body: string, type: string): string | undefined {
  if (/\b(?:html|xml)\b/i.test(type)) return undefined;
  // What is no text is not for people.
  const text = body.slice(0, MAX_BARE_CHARACTERS * 4);
  const words = (text.startsWith('"') ? stringOf(text) ?? "" : text).replace(/[\p{C}\s]+/gu, " ").trim();
  if (words === "" || /^[[{]|<[a-z/!?]|\ufffd/i.test(words)) return undefined;
  return [...words].slice(0, MAX_BARE_CHARACTERS).join("");
}

/** Of JSON that is a string. */
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
