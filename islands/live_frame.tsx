import { useEffect, useState } from "preact/hooks";
import { Icon } from "../lib/ui/icon.tsx";

const REFRESH_MS = 4_000;

/** Frame that is being encoded. It is replaced every few seconds, once the next frame has loaded, to avoid flicker. */
export function LiveFrame({ src, title }: { src: string; title: string }) {
  const [shown, setShown] = useState<string>();

  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout>;
    const load = () => {
      const address = `${src}?at=${Date.now()}`;
      const image = new Image();
      const again = () => {
        if (!ended) timer = setTimeout(load, REFRESH_MS);
      };
      image.onload = () => {
        if (!ended) setShown(address);
        again();
      };
      image.onerror = again;
      image.src = address;
    };
    load();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [src]);

  if (shown === undefined) {
    return (
      <span class="frame-empty">
        <Icon name="encode" size={28} />
      </span>
    );
  }
  return <img src={shown} alt={`Current frame of ${title}`} />;
}
