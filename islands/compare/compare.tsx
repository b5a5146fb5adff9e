import { render } from "preact";
import { PreviewPanel, type PreviewPanelProps } from "./preview_panel.tsx";

/** Renders a preview into `host`. A second call replaces the first preview. */
export function showPreview(host: HTMLElement, props: PreviewPanelProps): void {
  render(null, host);
  render(<PreviewPanel {...props} />, host);
}
