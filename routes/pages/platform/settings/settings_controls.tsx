import * as z from "zod";
import { helpOf, type Setting, settingAt, type SettingKey } from "../../../../lib/platform/settings/all_settings.ts";
import { bare, isSecret } from "../../../../lib/platform/settings/secrets.ts";
import { valueAt } from "../../../../lib/platform/settings/tree.ts";
import { CheckField, LinesField, NumberField, SelectField, TextField } from "../../../../lib/ui/field.tsx";
import type { OriginalChoice } from "../../../../lib/encode/profiles/overrides.ts";
import { GIGABYTE } from "../../../../lib/ui/form_fields.ts";
import { useSettings } from "./settings_section.tsx";

/**
 * Form field of a setting, with a control that fits its schema. It shows label, help and limits, the default if the
 * value differs, and a note if an environment variable sets the value.
 */
export function SettingControl({ name }: { name: SettingKey }) {
  const setting = settingAt(name);
  const { schema, options, placeholder, pick } = setting;
  const { value, fieldOf } = useSetting(setting);
  const { obstacles = {} } = useSettings();
  const kind = bare(schema);
  if (setting.control === "profile") return <ProfileControl setting={setting} />;
  if (kind instanceof z.ZodBoolean) {
    return <CheckField {...fieldOf((on) => on ? "on" : "off")} checked={value === true} />;
  }
  if (kind instanceof z.ZodNumber) {
    const limits = { min: kind.minValue ?? undefined, max: kind.maxValue ?? undefined };
    if (setting.control === "gigabytes") {
      const inGigabytes = (size: unknown) => Number(size) / GIGABYTE;
      const field = fieldOf((standard) => String(inGigabytes(standard)));
      return <NumberField {...field} type="gigabytes" min={0} step="any" value={inGigabytes(value)} />;
    }
    return <NumberField {...fieldOf(String)} {...limits} value={Number(value)} />;
  }
  if (options !== undefined) {
    return (
      <SelectField
        {...fieldOf((choice) => options[String(choice)] ?? String(choice))}
        value={String(value)}
        options={Object.entries(options).map(([id, label]) => ({ id, name: label, obstacle: obstacles[name]?.[id] }))}
      />
    );
  }
  if (kind instanceof z.ZodArray) {
    const items = value as string[];
    return setting.control === "lines"
      ? <LinesField {...fieldOf((standard) => asText(standard, ", ", 4), "\n")} value={items} />
      : <TextField {...fieldOf((standard) => asText(standard, ", "), ", ")} type="list" value={items.join(", ")} />;
  }
  if (isSecret(schema)) return <TextField {...fieldOf()} value={String(value)} secret />;
  const isTime = setting.control === "time";
  return (
    <TextField
      {...fieldOf(String)}
      placeholder={placeholder}
      pick={pick && { endings: pick }}
      type={isTime ? "time" : "text"}
      value={String(value)}
      required={isTime}
    />
  );
}

/** Returns a list as text. A list with more than `most` items becomes "the built-in list". */
function asText(items: unknown, separator: string, most = Infinity): string {
  const list = items as string[];
  return list.length > most ? "the built-in list" : list.join(separator);
}

/**
 * Returns the value of a setting, and a function that returns the properties of its field. The properties include the
 * text for the default. `separator` joins the items of a list in its input.
 */
function useSetting(setting: Setting) {
  const { key, label, advanced, standard } = setting;
  const { settings, locked } = useSettings();
  const isLocked = locked.includes(key);
  const value = valueAt(settings, key);
  const help = [helpOf(setting), isLocked ? "This setting is set by an environment variable." : undefined];
  const common = {
    name: key,
    label,
    help: help.filter((one) => one !== undefined).join(" "),
    advanced,
    disabled: isLocked,
  };
  const fieldOf = (words?: (standard: unknown) => string, separator = "") => {
    const text = (one: unknown) => Array.isArray(one) ? one.join(separator) : String(one);
    return isLocked || words === undefined ? common : {
      ...common,
      foot: (
        <BackToDefault
          label={label}
          standard={text(standard)}
          words={words(standard)}
          isShown={text(value) !== text(standard)}
        />
      ),
    };
  };
  return { value, fieldOf };
}

/** Default of a setting with a button to restore it. It is shown only if the value differs. */
function BackToDefault(
  { label, standard, words, isShown }: { label: string; standard: string; words: string; isShown: boolean },
) {
  return (
    <p class="default-note help" data-standard={standard} hidden={!isShown}>
      {`Default: ${words === "" ? "empty" : words}. `}
      <button type="button" class="link-button scripted" data-reset>
        Reset to default<span class="visually-hidden">{` for ${label}`}</span>
      </button>
    </p>
  );
}

/** Texts for the handling of the original by a profile. */
const OUTCOMES: Record<OriginalChoice, string> = { keep: "keeps both", replace: "replaces original" };

/** Field for a profile ID. A deleted profile stays selected until another one is chosen. */
function ProfileControl({ setting }: { setting: Setting }) {
  const { empty } = setting;
  const { profiles } = useSettings();
  const { value, fieldOf } = useSetting(setting);
  const selected = String(value);
  const known = [
    ...(empty === undefined ? [] : [{ id: "", name: empty }]),
    ...profiles.map(({ original, ...choice }) => ({ ...choice, name: `${choice.name} · ${OUTCOMES[original]}` })),
  ];
  const gone = known.some(({ id }) => id === selected)
    ? []
    : [{ id: selected, name: `${selected || "none"} (not found)` }];
  const nameOf = (id: unknown) => known.find((one) => one.id === id)?.name ?? String(id);
  return <SelectField {...fieldOf(nameOf)} value={selected} options={[...known, ...gone]} />;
}
