import type { ComponentChildren } from "preact";

/** One part of a recipe with its heading. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="form-section" aria-label={title}>
      <h2>{title}</h2>
      <div class="fields">{children}</div>
    </section>
  );
}

/** Options that are shown as they are stored. */
export const sameLabels = (values: readonly string[]) => values.map((value) => [value, value] as const);
