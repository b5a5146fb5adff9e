import { render } from "preact";
import { PreviewPanel, type PreviewPanelProps } from "./preview_panel.tsx";

/** Draws a preview into `host`. A second call replaces what was there. */
export function showPreview(host: HTMLElement, props: PreviewPanelProps): void {
  render(null, host);
  render(<PreviewPanel {...props} />, host);
}
