import type { ComponentChildren } from "preact";

/**
 * For a form with a confirmation by script. Without JavaScript, shows a checkbox that must be checked before the form
 * can be sent.
 */
export const AskWithoutScript = ({ children }: { children: ComponentChildren }) => (
  <noscript>
    <label class="check small">
      <input type="checkbox" required />
      {children}
    </label>
  </noscript>
);
