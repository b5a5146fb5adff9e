import { strictEqual as is } from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { DrawnLater, WholePage } from "./drawn_later.tsx";

const title = "</noscript><b>Film</b>";

Deno.test("what is below the first screen of a page is one text to a browser with script, and nothing gets out of it", () => {
  const whole = renderToString(
    <WholePage.Provider value>
      <DrawnLater when>{title}</DrawnLater>
    </WholePage.Provider>,
  );
  is(whole, `<noscript data-later="true">&lt;/noscript>&lt;b>Film&lt;/b></noscript>`);
});

Deno.test("what is swapped into a page, and what its first screen shows, comes as it is", () => {
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
