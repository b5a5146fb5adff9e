import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { Markdown, type MarkdownProps } from "./components/markdown.tsx";
import { renderView } from "./render.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const draw = (text: string, more: Omit<MarkdownProps, "text"> = {}): string =>
  renderView(VIEW, <Markdown text={text} {...more} />).replace(/^<div class="prose">|<\/div>$/g, "");

for (
  const [name, text, html] of [
    ["paragraph", "a *b* **c** ~~d~~ `e<f`", "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;f</code></p>"],
    ["line break", "a  \nb", "<p>a<br/>b</p>"],
    ["rule", "---", "<hr/>"],
    ["quote", "> a", "<blockquote><p>a</p></blockquote>"],
    ["code", "```sh\nls <a>\n```", '<pre class="code" tabindex="0"><code>ls &lt;a></code></pre>'],
    ["list", "- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
    ["loose list", "- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
    ["numbered list", "3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
    ["task list", "- [x] a", '<ul><li><span role="img" aria-label="Done:">☑ </span>a</li></ul>'],
    ["picture", "![a cat](https://example.org/c.png)", "<p>a cat</p>"],
    ["character references", "a &amp; &lt;b&gt; &#65;&#x42; &#0; &euro;", "<p>a &amp; &lt;b> AB \ufffd &amp;euro;</p>"],
    ["escape", "\\*a\\*", "<p>*a*</p>"],
    [
      "definition",
      "[a]: https://example.org/x\n\n[a]",
      '<p><a href="https://example.org/x" rel="noreferrer">a</a></p>',
    ],
    ["comment", "<!-- made by a machine -->\n\na", "<p>a</p>"],
  ] as const
) Deno.test(`Markdown draws a ${name}`, () => is(draw(text), html));

Deno.test("Markdown draws a table that can be scrolled by keyboard", () => {
  const html = draw("|a|b|\n|-|-:|\n|1|*2*|");
  match(html, /<div class="table-wrap" tabindex="0"/);
  match(html, /<th scope="col" class="num">b<\/th>/);
  // On phones, rows are blocks and each cell names its column.
  match(html, /<td data-label="a">1<\/td><td class="num" data-label="b"><em>2<\/em><\/td>/);
});

Deno.test("headings are shifted down and never create a second h1", () => {
  same(["# a", "## a", "##### a", "###### a"].map((text) => draw(text)), [
    "<h2>a</h2>",
    "<h3>a</h3>",
    "<h6>a</h6>",
    "<h6>a</h6>",
  ]);
  is(draw("# a", { shift: 0 }), "<h2>a</h2>");
});

Deno.test("links lead to the web or to our own documents, and nowhere else", () => {
  is(draw("[a](http://x.org/?a=1&amp;b=2)"), '<p><a href="http://x.org/?a=1&amp;b=2" rel="noreferrer">a</a></p>');
  is(draw("[a](api.md)", { documents: ["api"] }), '<p><a href="/lathe/docs/api">a</a></p>');
  is(draw("[a](api.md#keys)", { documents: ["api"] }), '<p><a href="/lathe/docs/api#keys">a</a></p>');
  for (
    const href of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "&#106;avascript:alert(1)",
      "java&Tab;script:alert(1)",
      "java&#10;script:alert(1)",
      "<java\tscript:alert(1)>",
      "\u0001javascript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc/passwd",
      "//evil.example/x",
      "/api/system/shutdown",
      "../api.md",
      "api.md",
      "secret.md",
      "#x",
    ]
  ) doesNotMatch(draw(`[a](${href})`, { documents: ["install"] }), /<a /, href);
});

const ATTACKS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "a <b onclick=alert(1)>b</b>",
  "<svg/onload=alert(1)>",
  "<iframe src=javascript:alert(1)>",
  "`<script>`",
  "```\n</code></pre><script>alert(1)</script>\n```",
  '[a](https://x.org/" onmouseover="alert(1))',
  '[a](https://x.org "t\\" onmouseover=alert(1)")',
  '![" onerror="alert(1)](x)',
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;script&#62;alert(1)&#60;/script&#62;",
  "<!-- --><script>alert(1)</script>-->",
  "<!--><img src=x onerror=alert(1)>-->",
  "|<script>|\n|-|\n|<img onerror=x>|",
  "# <script>x</script>",
  "- <style>*{display:none}</style>",
  '<a href="javascript:alert(1)">x</a>',
  "[<img src=x onerror=alert(1)>](https://x.org)",
  "<javascript:alert(1)>",
];

/** Every element and attribute that foreign Markdown may produce. */
const ALLOWED =
  /^<\/?(?:p|br|hr|em|strong|del|code|blockquote|ul|li|h[2-6]|table|thead|tbody|tr|pre class="code" tabindex="0"|pre|ol(?: start="\d+")?|div class="table-wrap" tabindex="0" role="group" aria-label="Table"|div|span role="img" aria-label="(?:Done|Open):"|span|t[hd](?: scope="col")?(?: class="num")?(?: data-label="[^"<>]*")?|a href="https?:[^"<>]*" rel="noreferrer"|a)\/?>$/;
const tags = (html: string): string[] => html.match(/<[^>]*>?/g) ?? [];
const foreign = (html: string): string[] => tags(html).filter((tag) => !ALLOWED.test(tag));

for (const text of ATTACKS) {
  Deno.test(`Markdown leaves ${JSON.stringify(text)} without effect`, () => same(foreign(draw(text)), []));
}

Deno.test("only known elements are rendered, whatever the text", () => {
  const piece = fc.constantFrom(
    ...ATTACKS,
    ..."*_`~[]()<>!#-|>\n\\&;: \"'",
    "\n\n",
    "  \n",
    "    ",
    "1. ",
    "http://a.b",
    "é",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (parts) => same(foreign(draw(parts.join(""))), [])), {
    numRuns: 300,
  });
});

const HUNDRED_KB = 100_000;
const filled = (text: string): string => text.repeat(Math.ceil(HUNDRED_KB / text.length)).slice(0, HUNDRED_KB);

for (
  const text of [
    ..."_a,a_,*a ,>,> ,1. ,- ,[,[a](,**a**,`a,~a,![,<a ,<!--,&#,***a ,**_[`<>,*a **a ,a@,www.,|a,a\n,\\,http://a".split(
      ",",
    ),
    "_a\n",
    "[a]: x\n",
    "|a|\n|-|\n|b|\n",
    " ",
    "\n",
    "\t",
    "_a".repeat(950) + "\n\n",
    "- **a**".repeat(20) + "\n",
  ]
) {
  Deno.test(`100 kB of ${JSON.stringify(text)} are drawn, and hold nothing foreign`, () => {
    const html = draw(filled(text));
    same(foreign(html), []);
  });
}

Deno.test("deep nesting is shown as source text", () => {
  const list = Array.from({ length: 100 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n");
  const html = draw(list);
  ok(tags(html).filter((tag) => tag === "<ul>").length <= 10);
  match(html, /- a/);
  match(draw(">".repeat(50) + " a"), /^(<blockquote>){2,10}[^<]/);
});
