import { strictEqual as is } from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { ChoiceOptions } from "./choice_options.tsx";

const CHOICES = [
  { id: "a", name: "A", group: "TV" },
  { id: "n", name: "N", group: "Card", obstacle: "No GPU." },
  { id: "b", name: "B", group: "Music" },
  { id: "c", name: "C", group: "TV" },
];

Deno.test("options are grouped by use, and those that cannot be used stand disabled at the end, by reason", () =>
  is(
    renderToString(<ChoiceOptions choices={CHOICES} selected="c" />),
    '<optgroup label="TV"><option value="a">A</option><option value="c" selected>C</option></optgroup>' +
      '<optgroup label="Music"><option value="b">B</option></optgroup>' +
      '<optgroup label="Not available: No GPU."><option value="n" disabled>N</option></optgroup>',
  ));

Deno.test("a selected option stays enabled, so that saving a form keeps it; options without a group stand alone", () =>
  is(
    renderToString(
      <ChoiceOptions choices={[{ id: "n", name: "N", obstacle: "No GPU." }, { id: "x", name: "X" }]} selected="n" />,
    ),
    '<option value="x">X</option>' +
      '<optgroup label="Not available: No GPU."><option value="n" selected>N</option></optgroup>',
  ));
