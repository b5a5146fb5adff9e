import { hx } from "../../../../../lib/ui/hx.ts";
import { useLink } from "../../../../../lib/ui/render.tsx";

interface LaterProps {
  /** URL of the content. Without JavaScript, it is a separate page. */
  path: string;
  /** Text that is shown while the content loads. */
  waiting: string;
  /** Text of the link for browsers without JavaScript. */
  show: string;
}

/** Placeholder for content that requires opening files and loads after the page. */
export function Later({ path, waiting, show }: LaterProps) {
  const link = useLink();
  return (
    <div
      class="title-later"
      aria-live="polite"
      {...hx({ get: link(path), trigger: "load", swap: "innerHTML", config: '{"timeout":0}' })}
    >
      <p class="skeleton scripted">{waiting}</p>
      <noscript>
        <a href={link(path)}>{show}</a>
      </noscript>
    </div>
  );
}
