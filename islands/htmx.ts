/**
 * htmx and the only extension in use, as one script. The extension looks for htmx on `window`, so the order matters.
 */
import "htmx.org/dist/htmx.esm.js";
import "htmx.org/dist/ext/hx-sse.js";
