/** htmx and the one extension we use, as one script. The extension finds htmx on the window, so order matters. */
import "htmx.org/dist/htmx.esm.js";
import "htmx.org/dist/ext/hx-sse.js";
