import { Icon } from "../icon.tsx";

/**
 * Button that copies `text`, such as a path, command, key or ID, to the clipboard. `what` is its description, such as
 * "the path". Hidden if the text is empty, until `islands/form_answers.ts` inserts a value from a response.
 */
export const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <button
    type="button"
    class="ghost icon-button scripted copy-button"
    data-copy={text}
    hidden={text === ""}
    aria-label={`Copy ${what}`}
    title={`Copy ${what}`}
  >
    <Icon name="copy" size={16} />
  </button>
);
