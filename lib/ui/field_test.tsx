import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import type { VNode } from "preact";
import fc from "fast-check";
import { CheckField, ChecksField, LinesField, NumberField, SelectField, TextField } from "./field.tsx";
import { formToJson } from "./form_fields.ts";
import { renderView } from "./render.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const draw = (node: VNode): string => renderView(VIEW, node);

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
const plain = (text: string): string => text.replace(/&(?:lt|gt|amp|quot);/g, (entity) => ENTITIES[entity] ?? entity);
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag);
  return found ? plain(found[1] ?? "") : undefined;
};

/** Returns the fields that a browser would submit for this form, in order. */
function sent(html: string): [string, string][] {
  // A `>` within quotes does not end the tag.
  const tags = html.matchAll(
    /<input (?:[^>"]|"[^"]*")*>|<select [^>]*>([^]*?)<\/select>|<textarea [^>]*>([^]*?)<\/textarea>/g,
  );
  return [...tags].flatMap(([tag, options, text]): [string, string][] => {
    const name = attribute(tag, "name") ?? "";
    const opening = /^<\w+ (?:[^>"]|"[^"]*")*>/.exec(tag)?.[0] ?? "";
    if (attribute(opening, "disabled") !== undefined) return [];
    if (options !== undefined) {
      const chosen = /<option [^>]*selected[^>]*>/.exec(options)?.[0] ?? /<option [^>]*>/.exec(options)?.[0];
      return chosen ? [[name, attribute(chosen, "value") ?? ""]] : [];
    }
    if (text !== undefined) return [[name, plain(text)]];
    if (attribute(tag, "type") === "checkbox" && attribute(tag, "checked") === undefined) return [];
    return [[name, attribute(tag, "value") ?? ""]];
  });
}

const CHOICES = [["hevc", "HEVC"], ["av1", "AV1"]] as const;

for (
  const [name, node, wanted] of [
    ["a text", <TextField name="a.b" label="x" value="Ocean's" />, { a: { b: "Ocean's" } }],
    ["an optional text that is empty", <TextField name="a" label="x" value="" optional />, { a: null }],
    ["a list", <TextField name="a" label="x" value="eng, deu" type="list" />, { a: ["eng", "deu"] }],
    ["an empty list", <TextField name="a" label="x" value="" type="list" />, { a: [] }],
    ["a time", <TextField name="a" label="x" value="22:00" type="time" />, { a: "22:00" }],
    ["lines that hold commas", <LinesField name="a" label="x" value={["a, b", "c"]} />, { a: ["a, b", "c"] }],
    ["no lines", <LinesField name="a" label="x" value={[]} />, { a: [] }],
    ["a number", <NumberField name="a" label="x" value={0} />, { a: 0 }],
    ["a negative fraction", <NumberField name="a" label="x" value={-1.5} step="any" />, { a: -1.5 }],
    ["an optional number without a value", <NumberField name="a" label="x" optional />, { a: null }],
    ["a choice", <SelectField name="a" label="x" value="av1" options={CHOICES} />, { a: "av1" }],
    [
      "a choice of numbers",
      <SelectField name="a" label="x" value="2" type="number" options={[["0", "-"], ["2", "2"]]} />,
      {
        a: 2,
      },
    ],
    ["a tick", <CheckField name="a" label="x" checked />, { a: true }],
    ["no tick", <CheckField name="a" label="x" checked={false} />, { a: false }],
    ["several ticks", <ChecksField name="a" label="x" values={["av1", "hevc"]} options={CHOICES} />, {
      a: ["hevc", "av1"],
    }],
    ["no ticks", <ChecksField name="a" label="x" values={[]} options={CHOICES} />, { a: [] }],
    [
      "ticks that are numbers",
      <ChecksField
        name="a"
        label="x"
        values={[0, 6]}
        type="numbers"
        options={[["0", "Sun"], ["1", "Mon"], ["6", "Sat"]]}
      />,
      { a: [0, 6] },
    ],
    ["a field that is off", <TextField name="a" label="x" value="b" disabled />, {}],
    ["a tick that is off", <CheckField name="a" label="x" checked disabled />, {}],
    ["ticks that are off", <ChecksField name="a" label="x" values={["av1"]} options={CHOICES} disabled />, {}],
  ] as [string, VNode, unknown][]
) {
  Deno.test(`a form sends ${name} as ${JSON.stringify(wanted)}`, () => same(formToJson(sent(draw(node))), wanted));
}

Deno.test("a form sends any text unchanged", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }).filter((text) => !/[\r\n\0]/.test(text)), (value) => {
    same(formToJson(sent(draw(<TextField name="a" label="x" value={value} />))), { a: value });
  }));
});

Deno.test("a label and a help text belong to their field, also if its name contains special characters", () => {
  const html = draw(<TextField name="paths.0.local" label="Folder" value="" help="Where it lies" />);
  const id = /<label for="([^"]+)">Folder</.exec(html)?.[1];
  ok(id !== undefined && /^[\w-]+$/.test(id));
  const input = /<input [^>]*>/.exec(html)?.[0] ?? "";
  is(attribute(input, "id"), id);
  match(html, new RegExp(`<p class="help" id="${attribute(input, "aria-describedby")}">Where it lies`));
  doesNotMatch(draw(<TextField name="a" label="x" value="" />), /aria-describedby|help/);
});

Deno.test("fields of one list have different ids", () => {
  const html = draw(<ChecksField name="a" label="x" values={[]} options={[["a-b", "1"], ["a/c", "2"], ["d", "3"]]} />);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  is(new Set(ids).size, 3);
});

Deno.test("a secret is masked, and browsers do not autofill it", () => {
  const html = draw(<TextField name="a" label="x" value="k" secret />);
  match(html, /type="password"/);
  match(html, /autocomplete="new-password"/);
});

Deno.test("a number has to be given unless it is optional", () => {
  match(draw(<NumberField name="a" label="x" value={1} />), / required/);
  doesNotMatch(draw(<NumberField name="a" label="x" optional />), / required/);
});

Deno.test("a value or a label full of markup stays text", () => {
  const odd = '"><script>alert(1)</script>';
  for (
    const html of [
      draw(<TextField name="a" label={odd} value={odd} placeholder={odd} help={odd} />),
      draw(<LinesField name="a" label={odd} value={[odd, "</textarea><script>"]} />),
      draw(<SelectField name="a" label={odd} value={odd} options={[[odd, odd]]} />),
      draw(<ChecksField name="a" label={odd} values={[odd]} options={[[odd, odd]]} />),
    ]
  ) doesNotMatch(html, /<script|"">/);
});

Deno.test("LinesField has the height of its content, within limits", () => {
  const rows = (count: number) =>
    Number(/rows="(\d+)"/.exec(draw(<LinesField name="a" label="x" value={Array(count).fill("x")} />))?.[1]);
  same([rows(0), rows(5), rows(500)], [2, 5, 8]);
});
