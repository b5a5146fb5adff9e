import { useEffect } from "preact/hooks";

interface MediaControls {
  title: string;
  isPlaying: boolean;
  onToggle(): void;
  onStep(by: number): void;
}

/** Shows the played scene in the media controls of a phone or keyboard, which play, pause and step it. */
export function useMediaSession({ title, isPlaying, onToggle, onStep }: MediaControls): void {
  useEffect(() => {
    const session = navigator.mediaSession;
    if (session === undefined) return;
    const actions: [MediaSessionAction, () => void][] = [
      ["play", onToggle],
      ["pause", onToggle],
      ["previoustrack", () => onStep(-1)],
      ["nexttrack", () => onStep(1)],
    ];
    session.metadata = new MediaMetadata({ title, artist: "Lathe" });
    session.playbackState = isPlaying ? "playing" : "paused";
    for (const [name, act] of actions) session.setActionHandler(name, act);
    return () => {
      session.metadata = null;
      session.playbackState = "none";
      for (const [name] of actions) session.setActionHandler(name, null);
    };
  });
}
