import { useLink } from "../../../../lib/ui/render.tsx";

interface TryProps {
  /** API path of the test. */
  path: string;
  /** Dotted key of the tested part. The entered values of its fields are sent without saving. */
  scope: string;
  /** Names of the fields to send. By default, all fields are sent. */
  fields?: string[];
  label: string;
}

/** Button that tests the entered values of a part of the form. The result is shown next to the button. */
export function TryButton({ path, scope, fields, label }: TryProps) {
  const link = useLink();
  return (
    <div class="try scripted">
      <button type="button" data-try={link(path)} data-scope={scope} data-fields={fields?.join(" ")}>{label}</button>
      <output></output>
    </div>
  );
}
