import { type ComponentChildren, createContext, type VNode } from "preact";
import { useContext } from "preact/hooks";
import { renderToString } from "preact-render-to-string";

/** What every component may need to know of the running instance to draw a link or a size. */
export interface View {
  /** URL base without a trailing slash: "" or "/lathe". */
  base: string;
  /** Plain asset names to the hashed names they are served under. */
  assets: Record<string, string>;
  instanceName: string;
  /** What this browser chose; absent: as its system is. */
  theme?: "light" | "dark";
  version: string;
  /** The number of the live stream's newest message that the page knows. */
  followedFrom?: number;
  /** Path of the page being drawn, without the base; marks the navigation. */
  path: string;
  /** Who is logged in, when somebody is. */
  user?: string;
  /** What the last health check found, for the navigation. */
  health?: { count: number; worst: "warning" | "error" };
  /** Discs and box sets that wait for a person, for the navigation. */
  discs?: number;
  /** Pages of the navigation that this instance has no use for. */
  unused?: string[];
}

const ViewContext = createContext<View>({ base: "", assets: {}, instanceName: "Lathe", version: "", path: "/" });

export const useView = (): View => useContext(ViewContext);

/** Turns a path such as `/jobs/42` into one that works below the URL base. */
export function useLink(): (path: string) => string {
  const { base } = useView();
  return (path) => `${base}${path}`;
}

/** Draws a component as HTML. */
export const renderView = (view: View, node: VNode): string =>
  renderToString(<ViewContext.Provider value={view}>{node}</ViewContext.Provider>);

/** A fragment for the live stream: htmx replaces `target` with the children by morphing. */
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
