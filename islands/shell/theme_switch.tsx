import { useState } from "preact/hooks";
import { Icon } from "../../lib/ui/icon.tsx";

const ORDER = ["system", "light", "dark"] as const;
type Theme = (typeof ORDER)[number];

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Switches between system, light and dark theme. The choice is stored in a cookie, so that the server renders pages in
 * this theme.
 */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(shown());
  const step = () => {
    const next = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "system";
    const { dataset } = document.documentElement;
    setTheme(next);
    remember(next, dataset.base ?? "");
    if (next === "system") delete dataset.theme;
    else dataset.theme = next;
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

function remember(theme: Theme, base: string): void {
  const seconds = theme === "system" ? 0 : YEAR_SECONDS;
  document.cookie = `lathe-theme=${theme}; path=${base === "" ? "/" : base}; max-age=${seconds}; samesite=lax`;
}

function shown(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}
