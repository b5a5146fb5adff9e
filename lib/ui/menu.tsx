import { hx } from "./hx.ts";
import { Icon } from "./icon.tsx";
import { Mark, MenuIcon } from "./menu_icon.tsx";
import { MENU, MENU_PAGES, type MenuPage, menuPathOf } from "./menu_pages.ts";
import { useLink, useView } from "./render.tsx";

/** The id that the button of the phone opens the menu by. */
const MENU_ID = "menu";

/** Name, search and menu: beside the page on a desk, above it on a phone. */
export function Side() {
  const { instanceName, version, path, user } = useView();
  const link = useLink();
  return (
    <header class="side">
      <a class="brand" href={link("/")} title={instanceName}>
        <Mark size={28} />
        <span>{instanceName}</span>
      </a>
      <div class="side-find">
        {/* The page of the search has a field of its own; the button beside takes its place. */}
        {path !== "/search" && <QuickSearch />}
        <PaletteButton />
      </div>
      <Menu />
      <div class="side-foot">
        <span>{version}</span>
        {user !== undefined && (
          <form method="post" action={link("/logout")}>
            <button type="submit" class="link" title={`Logged in as ${user}`}>Log out</button>
          </form>
        )}
        <div data-island="ThemeSwitch" data-idle data-props="{}"></div>
      </div>
    </header>
  );
}

/** Every page in its group. A popover, so that a phone can open it as a sheet without a script; elsewhere always shown. */
function Menu() {
  const { unused = [] } = useView();
  return (
    <nav class="nav" id={MENU_ID} popover="auto" aria-label="Main">
      {MENU.map(({ name, pages }) => (
        <div class="nav-group" role="group" aria-label={name}>
          <span class="nav-head" aria-hidden="true">{name}</span>
          {pages.filter((page) => !unused.includes(page.path)).map((page) => <MenuLink page={page} />)}
        </div>
      ))}
    </nav>
  );
}

function MenuLink({ page }: { page: MenuPage }) {
  const { path, health, discs = 0 } = useView();
  const link = useLink();
  return (
    <a href={link(page.path)} aria-current={menuPathOf(path) === page.path ? "page" : undefined}>
      <MenuIcon name={page.icon} />
      <span>{page.label}</span>
      {page.path === "/discs" && <DiscsBadge count={discs} />}
      {page.path === "/system" && health !== undefined && health.count > 0 && (
        <span class="badge" data-tone={health.worst === "error" ? "bad" : "warn"} title="Problems">
          {health.count}
        </span>
      )}
    </a>
  );
}

/** How many discs wait for a person; the live stream draws it anew. */
export const DiscsBadge = ({ count }: { count: number }) =>
  count === 0
    ? <span id="nav-discs" hidden></span>
    : <span id="nav-discs" class="badge" data-tone="accent" title="Discs that wait for you">{count}</span>;

/**
 * What the thumb reaches on a phone. Movies and not Encode: on a phone titles are picked from the library, while the
 * folders and files of Encode are browsed on a desk; Encode is one touch further.
 */
const BAR = ["/", "/activity", "/movies", "/search"];

/** The four pages a phone is used for, and the whole menu behind More. */
export function PhoneBar() {
  const { path, health, discs = 0 } = useView();
  const link = useLink();
  const waiting = discs + (health?.count ?? 0);
  const current = menuPathOf(path);
  return (
    <nav class="phone-bar" aria-label="Quick access">
      {MENU_PAGES.filter((page) => BAR.includes(page.path)).map((page) => (
        <a href={link(page.path)} aria-current={current === page.path ? "page" : undefined}>
          <MenuIcon name={page.icon} size={22} />
          <span>{page.label}</span>
        </a>
      ))}
      <button type="button" popovertarget={MENU_ID} data-current={BAR.includes(current) ? undefined : ""}>
        <MenuIcon name="more" size={22} />
        <span>More</span>
        {waiting > 0 && <span class="badge" data-tone="warn" title="Problems">{waiting}</span>}
      </button>
    </nav>
  );
}

/** Opens the command palette. */
function PaletteButton() {
  return (
    <button
      type="button"
      class="palette-button scripted"
      data-palette
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K"
      title="Go to anything (Ctrl K)"
    >
      <Icon name="command" size={18} />
      <span>Go to …</span>
      <kbd>Ctrl K</kbd>
    </button>
  );
}

/** Titles from anywhere, shown while they are typed; Enter opens the page of the search. */
function QuickSearch() {
  const link = useLink();
  return (
    <form
      class="quick-search"
      role="search"
      aria-label="Everything"
      method="get"
      action={link("/search")}
      data-behaviour="arrowKeys"
    >
      <input
        type="search"
        name="q"
        aria-label="Search everything"
        aria-keyshortcuts="/"
        placeholder="Search"
        maxLength={200}
        autocomplete="off"
        {...hx({
          get: link("/search?part=quick"),
          trigger: "input changed delay:250ms",
          target: "#quick-found",
          swap: "innerHTML",
          sync: "this:replace",
        })}
      />
      <div id="quick-found"></div>
    </form>
  );
}
