import type { ComponentChildren } from "preact";

/**
 * Form fields. The name carries the JSON type its text stands for (`video.quality:number`), so that a plain form posts
 * the same JSON a script would (see `routes/middleware/form_body.ts`).
 */
interface FieldProps {
  name: string;
  label: string;
  help?: ComponentChildren;
  disabled?: boolean;
}

const idOf = (name: string): string => `f-${name.replace(/[^A-Za-z0-9]+/g, "-")}`;

function Field({ name, label, help, children }: FieldProps & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={idOf(name)}>{label}</label>
      {children}
      {help && <p class="help" id={`${idOf(name)}-help`}>{help}</p>}
    </div>
  );
}

const describedBy = ({ name, help }: FieldProps) => help ? `${idOf(name)}-help` : undefined;

export function TextField(
  props: FieldProps & {
    value: string;
    placeholder?: string;
    required?: boolean;
    secret?: boolean;
    type?: "text" | "list";
  },
) {
  const { name, value, placeholder, required, disabled, secret, type = "text" } = props;
  return (
    <Field {...props}>
      <input
        id={idOf(name)}
        name={type === "list" ? `${name}:list` : name}
        value={value}
        {...(secret ? { type: "password" } : { type: "text" })}
        placeholder={placeholder}
        required={required}
        disabled={disabled}
        spellcheck={false}
        autocomplete={secret ? "new-password" : "off"}
        aria-describedby={describedBy(props)}
      />
    </Field>
  );
}

export function NumberField(props: FieldProps & { value: number; min?: number; max?: number; step?: number | "any" }) {
  const { name, value, min, max, step, disabled } = props;
  return (
    <Field {...props}>
      <input
        id={idOf(name)}
        name={`${name}:number`}
        type="number"
        value={value}
        min={min}
        max={max}
        step={step}
        required
        disabled={disabled}
        aria-describedby={describedBy(props)}
      />
    </Field>
  );
}

export function SelectField(
  props: FieldProps & { value: string; options: readonly (readonly [value: string, label: string])[]; type?: "number" },
) {
  const { name, value, options, disabled, type } = props;
  return (
    <Field {...props}>
      <select
        id={idOf(name)}
        name={type === undefined ? name : `${name}:${type}`}
        disabled={disabled}
        aria-describedby={describedBy(props)}
      >
        {options.map(([option, label]) => (
          <option key={option} value={option} selected={option === value}>{label}</option>
        ))}
      </select>
    </Field>
  );
}

/** A check box; the hidden field before it says `false` when it is not ticked. */
export function CheckField({ name, label, help, disabled, checked }: FieldProps & { checked: boolean }) {
  return (
    <div class="field">
      <input type="hidden" name={`${name}:boolean`} value="false" disabled={disabled} />
      <label class="check">
        <input
          type="checkbox"
          name={`${name}:boolean`}
          value="true"
          checked={checked}
          disabled={disabled}
          aria-describedby={describedBy({ name, label, help })}
        />
        {label}
      </label>
      {help && <p class="help" id={`${idOf(name)}-help`}>{help}</p>}
    </div>
  );
}
