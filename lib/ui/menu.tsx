import { hx } from "./hx.ts";
import { Icon } from "./icon.tsx";
import { Mark, MenuIcon } from "./menu_icon.tsx";
import { MENU, MENU_PAGES, type MenuPage, menuPathOf } from "./menu_pages.ts";
import { useLink, useView } from "./render.tsx";

/** ID that the menu button on phones refers to. */
const MENU_ID = "menu";

/** Name, search and menu: a sidebar on desktops, a header on phones. */
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
        {/* The search page has its own search field, so only the button is shown there. */}
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
        <div data-island="NotifySwitch" data-idle data-props="{}"></div>
        <div data-island="ThemeSwitch" data-idle data-props="{}"></div>
      </div>
    </header>
  );
}

/**
 * All pages by group. The list is a popover, so that phones can open it as a sheet without JavaScript. On larger
 * screens it is always visible.
 */
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

/** Number of discs that are waiting for the user, which the live stream updates. */
export const DiscsBadge = ({ count }: { count: number }) =>
  count === 0
    ? <span id="nav-discs" hidden></span>
    : <span id="nav-discs" class="badge" data-tone="accent" title="Discs that need attention">{count}</span>;

/**
 * Pages in the bottom bar on phones. It contains Movies but not Encode, because on phones, users select titles from the
 * library, while folders and files are browsed on desktops. Encode is in the menu.
 */
const BAR = ["/", "/activity", "/movies", "/search"];

/** Bottom bar with the four pages that are used most, and the whole menu under More. */
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

/** Search field that shows results while typing. Enter opens the search page. */
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
