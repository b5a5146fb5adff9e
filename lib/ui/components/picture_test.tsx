import { doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import { renderView } from "../render.tsx";
import { Picture } from "./picture.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };

Deno.test("Picture loads from our own cache, with the whole address as one value", () => {
  const html = renderView(VIEW, <Picture url="https://example.org/a b?x=1&y=2#z" title="A" width={10} height={20} />);
  const src = /src="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  is(new URL(src, "http://localhost").searchParams.get("url"), "https://example.org/a b?x=1&y=2#z");
  match(src, /^\/lathe\/api\/image\?/);
});

Deno.test("Picture without an address sends no request", () => {
  for (const url of [undefined, ""]) {
    doesNotMatch(renderView(VIEW, <Picture url={url} title="Blade Runner" width={10} height={20} />), /<img|src=/);
  }
});

Deno.test("a missing or failed image is replaced by the letters of its title", () => {
  for (const url of [undefined, "https://example.org/gone.jpg"]) {
    match(renderView(VIEW, <Picture url={url} title="Blade Runner" width={200} height={300} />), /data-letters="BR"/);
  }
  doesNotMatch(renderView(VIEW, <Picture url={undefined} title="Blade Runner" width={9} height={9} />), /<svg/);
  match(renderView(VIEW, <Picture url={undefined} title={undefined} width={9} height={9} />), /<svg/);
});
