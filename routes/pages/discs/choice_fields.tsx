import { hx } from "../../../lib/ui/hx.ts";
import { useLink } from "../../../lib/ui/render.tsx";

/** Saves the form `#choice` of a rip shortly after each change. Submitting the form starts the rip. */
export function SaveChoice({ id }: { id: string }) {
  const link = useLink();
  return (
    <div
      hidden
      {...hx({
        post: link(`/api/disc/rips/${id}`),
        trigger: "change from:#choice delay:300ms",
        include: "#choice",
        swap: "none",
        sync: "this:queue last",
        headers: '{"Accept":"application/json"}',
      })}
    />
  );
}

/** Number field that is omitted if it is empty. */
export function OptionalNumber(
  { name, label, value, min }: { name: string; label: string; value?: number; min: number },
) {
  const id = `f-${name.replace(/\W+/g, "-")}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name={`${name}:number??`} type="number" min={min} value={value} />
    </div>
  );
}
