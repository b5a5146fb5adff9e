import { useLink } from "../../../../lib/ui/render.tsx";

interface TryProps {
  /** The call that tries it. */
  path: string;
  /** Dotted key of what is tried: its fields are sent as entered, without saving. */
  scope: string;
  /** Only these of its fields; default: all. */
  fields?: string[];
  label: string;
}

/** Tries a part of the form as entered and says beside the button what came of it. */
export function TryButton({ path, scope, fields, label }: TryProps) {
  const link = useLink();
  return (
    <div class="try scripted">
      <button type="button" data-try={link(path)} data-scope={scope} data-fields={fields?.join(" ")}>{label}</button>
      <output></output>
    </div>
  );
}
