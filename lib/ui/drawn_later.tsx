import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/** True while a whole page is rendered. Fragments that are swapped in are rendered completely. */
export const WholePage = createContext(false);

/**
 * Defers the content below the first screen of a page if `when` is true. Until the first frame is shown, the content is
 * a single text node in browsers with JavaScript. `islands/idle.ts` then inserts the elements. Browsers without
 * JavaScript render it immediately.
 */
export const DrawnLater = ({ when, children }: { when: boolean; children: ComponentChildren }) =>
  useContext(WholePage) && when ? <noscript data-later>{children}</noscript> : <>{children}</>;
