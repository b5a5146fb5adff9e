/** What JSX becomes in the browser; the build puts it into every file. */
export { Fragment, h } from "preact";
