import { hx } from "../../../../../lib/ui/hx.ts";
import { useLink } from "../../../../../lib/ui/render.tsx";

interface LaterProps {
  /** Address of what is drawn; as a page of its own it is for browsers without script. */
  path: string;
  /** What is being done meanwhile. */
  waiting: string;
  /** The link's words without script. */
  show: string;
}

/** The place of what takes opening files: it follows the page. */
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
