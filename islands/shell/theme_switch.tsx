import { useState } from "preact/hooks";
import { Icon } from "../../lib/ui/icon.tsx";

const ORDER = ["system", "light", "dark"] as const;
type Theme = (typeof ORDER)[number];

/** Steps through system, light and dark; remembered in this browser. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(stored());
  const step = () => {
    const next = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "system";
    setTheme(next);
    localStorage.setItem("lathe-theme", next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  };
  return (
    <button
      type="button"
      class="ghost icon-button"
      aria-label={`Theme: ${theme}`}
      title={`Theme: ${theme}`}
      onClick={step}
    >
      <Icon name="sun" size={18} />
    </button>
  );
}

function stored(): Theme {
  const value = localStorage.getItem("lathe-theme");
  return value === "light" || value === "dark" ? value : "system";
}
