import { type ComponentChildren, createContext, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { renderToString } from "preact-render-to-string";

/** Information about the instance that components need to render links and sizes. */
export interface View {
  /** Base path of the URL without a trailing slash: "" or "/lathe". */
  base: string;
  /** Maps names of assets to the names with a hash under which they are available. */
  assets: Record<string, string>;
  instanceName: string;
  /** Theme selected in this browser. Absent if the theme of the system is used. */
  theme?: "light" | "dark";
  version: string;
  /** Number of the newest message of the live stream that the page includes. */
  followedFrom?: number;
  /** Path of the rendered page without the base path, to mark it in the navigation. */
  path: string;
  /** The logged-in user, if any. */
  user?: string;
  /** Result of the last health check, for the navigation. */
  health?: { count: number; worst: "warning" | "error" };
  /** Number of discs and box sets that are waiting for the user, for the navigation. */
  discs?: number;
  /** Pages that this instance does not use, which are hidden in the navigation. */
  unused?: string[];
}

const ViewContext = createContext<View>({ base: "", assets: {}, instanceName: "Lathe", version: "", path: "/" });

export const useView = (): View => useContext(ViewContext);

/** Returns a function that adds the base path to a path such as `/jobs/42`. */
export function useLink(): (path: string) => string {
  const { base } = useView();
  return (path) => `${base}${path}`;
}

/** Renders a component to HTML. */
export const renderView = (view: View, node: VNode): string =>
  renderToString(<ViewContext.Provider value={view}>{node}</ViewContext.Provider>);

/** A fragment for the live stream. htmx replaces `target` with the children by morphing. */
export function Partial({ target, swap = "outerMorph", children }: PartialProps) {
  return <hx-partial hx-target={target} hx-swap={swap}>{children}</hx-partial>;
}

interface PartialProps {
  target: string;
  swap?: string;
  children?: ComponentChildren;
}

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "hx-partial": { "hx-target": string; "hx-swap": string; children?: ComponentChildren };
    }
  }
}
