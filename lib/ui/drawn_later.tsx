import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/** Whether a whole page is drawn; what is swapped into one comes as it is. */
export const WholePage = createContext(false);

/**
 * What lies below the first screen of a page, `when` it does. To a browser with script it is one text until the first frame is shown,
 * then `islands/idle.ts` puts the elements in its place; a browser without script has them at once.
 */
export const DrawnLater = ({ when, children }: { when: boolean; children: ComponentChildren }) =>
  useContext(WholePage) && when ? <noscript data-later>{children}</noscript> : <>{children}</>;
