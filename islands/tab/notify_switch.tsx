import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../lib/ui/icon.tsx";
import { base, toast } from "../call.ts";
import { followJobs } from "./job_notifications.ts";

const KEY = "lathe-notify";

/** Button that enables or disables notifications about finished encodes in this browser. */
export function NotifySwitch() {
  const [isOn, setOn] = useState(isRemembered);
  useEffect(() => isOn ? followJobs() : undefined, [isOn]);
  if (!("Notification" in globalThis)) return null;
  const toggle = async () => {
    if (isOn) return remember(false, setOn);
    if (await Notification.requestPermission() === "granted") {
      remember(true, setOn);
      toast("While Lathe is open in a tab, this browser notifies you when an encode finishes or fails.", "good");
    } else toast("The browser does not allow notifications. Allow them for this site in its settings.", "bad");
  };
  const label = isOn ? "Notifications: on" : "Notifications: off";
  return (
    <button
      type="button"
      class="ghost icon-button"
      aria-label="Notify me about finished encodes"
      aria-pressed={isOn}
      title={label}
      onClick={() => void toggle()}
    >
      <Icon name="bell" size={18} />
    </button>
  );
}

/** Instances with the same origin have separate keys. */
const key = (): string => `${KEY}${base()}`;

const isRemembered = (): boolean =>
  "Notification" in globalThis && Notification.permission === "granted" && localStorage.getItem(key()) === "on";

function remember(isOn: boolean, set: (isOn: boolean) => void): void {
  if (isOn) localStorage.setItem(key(), "on");
  else localStorage.removeItem(key());
  set(isOn);
}
