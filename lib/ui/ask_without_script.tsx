import type { ComponentChildren } from "preact";

/** In a form whose question a script asks: without script, a box that has to be ticked before it can be sent. */
export const AskWithoutScript = ({ children }: { children: ComponentChildren }) => (
  <noscript>
    <label class="check small">
      <input type="checkbox" required />
      {children}
    </label>
  </noscript>
);
