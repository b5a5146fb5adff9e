import type { ComponentChildren } from "preact";

/**
 * Replaces the confirmation dialog of a form in browsers without JavaScript: a checkbox that must be selected before
 * the form can be sent.
 */
export const AskWithoutScript = ({ children }: { children: ComponentChildren }) => (
  <noscript>
    <label class="check small">
      <input type="checkbox" required />
      {children}
    </label>
  </noscript>
);
