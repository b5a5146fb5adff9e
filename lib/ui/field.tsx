import type { ComponentChildren } from "preact";
import { type Choice, ChoiceOptions } from "./choice_options.tsx";

/**
 * Form fields. The name contains the JSON type of the value (`video.quality:number`), so that a plain form sends the
 * same JSON as a script (see `form_fields.ts`).
 */
interface FieldProps {
  name: string;
  label: string;
  help?: ComponentChildren;
  disabled?: boolean;
  /** True if the field is shown only with advanced settings. */
  advanced?: boolean;
  /** Content below the help text, such as a button that restores the default. */
  foot?: ComponentChildren;
}

/** File extensions that can be selected in the folder browser of a path field. If empty, only folders. */
export interface Pick {
  endings: readonly string[];
}

/** Pairs of value and label. */
export type Options = readonly (readonly [value: string, label: string])[];

const idOf = (name: string): string => `f-${name.replace(/[^A-Za-z0-9]+/g, "-")}`;
const classOf = ({ advanced }: FieldProps): string => advanced ? "field advanced" : "field";
const describedBy = ({ name, help }: FieldProps) => help ? `${idOf(name)}-help` : undefined;

/** Adds the type to a name. An optional field is omitted from the JSON if it is empty. */
const typed = (name: string, type: string, optional = false) =>
  type === "text" && !optional ? name : `${name}:${type}${optional ? "?" : ""}`;

function Help({ name, help, foot }: FieldProps) {
  return (
    <>
      {help && <p class="help" id={`${idOf(name)}-help`}>{help}</p>}
      {foot}
    </>
  );
}

/** The field, with a button to browse the server's folders if `pick` is set. */
function WithPicker({ name, label, pick, children }: FieldProps & { pick?: Pick; children: ComponentChildren }) {
  if (pick === undefined) return <>{children}</>;
  const props = JSON.stringify({ input: idOf(name), label, endings: pick.endings });
  return (
    <div class="path-form">
      {children}
      <div data-island="PathPicker" data-props={props}></div>
    </div>
  );
}

function Field({ children, ...props }: FieldProps & { children: ComponentChildren }) {
  return (
    <div class={classOf(props)}>
      <label for={idOf(props.name)}>{props.label}</label>
      {children}
      <Help {...props} />
    </div>
  );
}

export function TextField(
  props: FieldProps & {
    value: string;
    placeholder?: string;
    required?: boolean;
    secret?: boolean;
    optional?: boolean;
    type?: "text" | "list" | "time";
    pick?: Pick;
  },
) {
  const { name, value, placeholder, required, disabled, secret, optional, type = "text" } = props;
  return (
    <Field {...props}>
      <WithPicker {...props}>
        <input
          id={idOf(name)}
          name={typed(name, type === "list" ? "list" : "text", optional)}
          value={value}
          {...(secret ? { type: "password" } : type === "time" ? { type: "time" } : { type: "text" })}
          placeholder={placeholder}
          required={required}
          disabled={disabled}
          spellcheck={false}
          autocomplete={secret ? "new-password" : "off"}
          aria-describedby={describedBy(props)}
        />
      </WithPicker>
    </Field>
  );
}

/** A list with one entry per line, for entries that may contain commas. */
export function LinesField(props: FieldProps & { value: readonly string[] }) {
  const { name, value, disabled } = props;
  return (
    <Field {...props}>
      <textarea
        id={idOf(name)}
        name={`${name}:lines`}
        rows={Math.min(Math.max(value.length, 2), 8)}
        disabled={disabled}
        spellcheck={false}
        aria-describedby={describedBy(props)}
        value={value.join("\n")}
      />
    </Field>
  );
}

export function NumberField(
  props: FieldProps & {
    value?: number;
    min?: number;
    max?: number;
    step?: number | "any";
    /** Type of the field in `form_fields.ts`. */
    type?: "number" | "gigabytes";
    optional?: boolean;
    required?: boolean;
  },
) {
  const { name, value, min, max, step, type = "number", disabled, optional, required = !optional } = props;
  return (
    <Field {...props}>
      <input
        id={idOf(name)}
        name={typed(name, type, optional)}
        type="number"
        value={value}
        min={min}
        max={max}
        step={step}
        required={required}
        disabled={disabled}
        aria-describedby={describedBy(props)}
      />
    </Field>
  );
}

export function SelectField(
  props: FieldProps & {
    value: string;
    /** Options of the select: plain values, or choices that this machine may be unable to use. */
    options: Options | readonly Choice[];
    type?: "number";
    optional?: boolean;
  },
) {
  const { name, value, options, disabled, type = "text", optional } = props;
  return (
    <Field {...props}>
      <select
        id={idOf(name)}
        name={typed(name, type, optional)}
        disabled={disabled}
        aria-describedby={describedBy(props)}
      >
        <ChoiceOptions choices={options.map(asChoice)} selected={value} />
      </select>
    </Field>
  );
}

const asChoice = (option: Options[number] | Choice): Choice =>
  "id" in option ? option : { id: option[0], name: option[1] };

/** A checkbox. The hidden field before it sends `false` if it is not selected. */
export function CheckField({ checked, ...props }: FieldProps & { checked: boolean }) {
  const { name, label, disabled } = props;
  return (
    <div class={classOf(props)}>
      <input type="hidden" name={`${name}:boolean`} value="false" disabled={disabled} />
      <label class="check">
        <input
          type="checkbox"
          id={idOf(name)}
          name={`${name}:boolean`}
          value="true"
          checked={checked}
          disabled={disabled}
          aria-describedby={describedBy(props)}
        />
        {label}
      </label>
      <Help {...props} />
    </div>
  );
}

/**
 * Checkboxes that each add a value to one list. The hidden field before them makes the value a list even if none is
 * selected.
 */
export function ChecksField(
  { values, options, type = "texts", ...props }: FieldProps & {
    values: readonly (string | number)[];
    options: Options;
    type?: "texts" | "numbers";
  },
) {
  const { name, label, disabled } = props;
  const ticked = values.map(String);
  return (
    <fieldset class={`${classOf(props)} wide`} aria-describedby={describedBy(props)}>
      <legend class="label">{label}</legend>
      <input type="hidden" name={`${name}:${type}`} value="" disabled={disabled} />
      <div class="checks">
        {options.map(([value, text]) => (
          <label key={value} class="check">
            <input
              type="checkbox"
              id={`${idOf(name)}-${value.replace(/\W/g, "-")}`}
              name={`${name}:${type}`}
              value={value}
              checked={ticked.includes(value)}
              disabled={disabled}
            />
            {text}
          </label>
        ))}
      </div>
      <Help {...props} />
    </fieldset>
  );
}
