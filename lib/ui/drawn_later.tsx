import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/** True while a whole page is rendered. Fragments that are swapped in are rendered completely. */
export const WholePage = createContext(false);

/**
 * Defers the content below the first screen of a page if `when` is true. Browsers with JavaScript treat it as a single
 * text node until the first frame is shown. `islands/idle.ts` then inserts the elements. Browsers without JavaScript
 * render it immediately.
 */
export const DrawnLater = ({ when, children }: { when: boolean; children: ComponentChildren }) =>
  useContext(WholePage) && when ? <noscript data-later>{children}</noscript> : <>{children}</>;
