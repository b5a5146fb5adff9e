export interface EntryProps {
  value: string;
  onChange(value: string): void;
  numeric?: boolean;
  id?: string;
  /** Name for screen readers where no label stands beside it. */
  label?: string;
  placeholder?: string;
}

/** A line of text or a number; tells of a change when the field is left. */
export function Entry({ value, onChange, numeric = false, id, label, placeholder }: EntryProps) {
  return (
    <input
      id={id}
      aria-label={label}
      {...(numeric ? { type: "number" } : { type: "text" })}
      step="any"
      value={value}
      placeholder={placeholder}
      spellcheck={false}
      autocomplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
