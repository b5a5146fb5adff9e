import { useLink } from "../../../../lib/ui/render.tsx";

interface TryProps {
  /** API path of the test. */
  path: string;
  /** Dotted key of the tested part. Its fields are sent as entered, without saving. */
  scope: string;
  /** Names of the fields to send. Default: all fields. */
  fields?: string[];
  label: string;
}

/** Tests a part of the form as entered and shows the result next to the button. */
export function TryButton({ path, scope, fields, label }: TryProps) {
  const link = useLink();
  return (
    <div class="try scripted">
      <button type="button" data-try={link(path)} data-scope={scope} data-fields={fields?.join(" ")}>{label}</button>
      <output></output>
    </div>
  );
}
