import { Icon } from "../icon.tsx";

/** Copies `text`, a path, command, key or id, to the clipboard; `what` names it: "the path". */
export const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <button
    type="button"
    class="ghost icon-button scripted copy-button"
    data-copy={text}
    aria-label={`Copy ${what}`}
    title={`Copy ${what}`}
  >
    <Icon name="copy" size={16} />
  </button>
);
