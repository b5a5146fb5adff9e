import { hx } from "../../../../../lib/ui/hx.ts";
import { useLink } from "../../../../../lib/ui/render.tsx";

interface LaterProps {
  /** URL of the content. If it is opened directly, it is a page for browsers without JavaScript. */
  path: string;
  /** Text shown while loading. */
  waiting: string;
  /** Text of the link without JavaScript. */
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
