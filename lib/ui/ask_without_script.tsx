import type { ComponentChildren } from "preact";

/**
 * For a form that a script confirms. Without JavaScript, shows a checkbox that must be selected before the form can be
 * sent.
 */
export const AskWithoutScript = ({ children }: { children: ComponentChildren }) => (
  <noscript>
    <label class="check small">
      <input type="checkbox" required />
      {children}
    </label>
  </noscript>
);
