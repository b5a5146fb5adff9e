import { render } from "preact";
import { SmartEditor, type SmartEditorProps } from "./smart_editor.tsx";

/** Draws the editor of a smart profile; loaded with its page alone. */
export function drawIsland(host: HTMLElement, props: SmartEditorProps): void {
  render(<SmartEditor {...props} />, host);
}
