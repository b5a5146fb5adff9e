export interface EntryProps {
  value: string;
  onChange(value: string): void;
  numeric?: boolean;
  id?: string;
  /** Accessible name if there is no visible label. */
  label?: string;
  placeholder?: string;
}

/** Text or number field that reports a change when it loses focus. */
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
