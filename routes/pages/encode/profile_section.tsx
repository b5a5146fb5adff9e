import type { ComponentChildren } from "preact";

/** One section of a recipe with its heading. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="form-section" aria-label={title}>
      <h2>{title}</h2>
      <div class="fields">{children}</div>
    </section>
  );
}

/** Fields that apply only to some encoders. They are hidden for the others but still sent, so that no value is lost. */
export function OnlyFor<Encoder extends string>(
  { encoders, encoder, children }: {
    encoders: readonly Encoder[];
    /** Selected encoder. */
    encoder: Encoder;
    children: ComponentChildren;
  },
) {
  return <div class="only-for" data-encoders={encoders.join(" ")} hidden={!encoders.includes(encoder)}>{children}</div>;
}
