import { strictEqual as is } from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { DrawnLater, WholePage } from "./drawn_later.tsx";

const title = "</noscript><b>Film</b>";

Deno.test("content below the first screen of a page is one text for a browser with script, and cannot escape from it", () => {
  const whole = renderToString(
    <WholePage.Provider value>
      <DrawnLater when>{title}</DrawnLater>
    </WholePage.Provider>,
  );
  is(whole, `<noscript data-later="true">&lt;/noscript>&lt;b>Film&lt;/b></noscript>`);
});

Deno.test("swapped content, and the first screen of a page, is sent unchanged", () => {
  is(
    renderToString(
      <DrawnLater when>
        <p>Film</p>
      </DrawnLater>,
    ),
    "<p>Film</p>",
  );
  const first = (
    <WholePage.Provider value>
      <DrawnLater when={false}>
        <p>Film</p>
      </DrawnLater>
    </WholePage.Provider>
  );
  is(renderToString(first), "<p>Film</p>");
});
