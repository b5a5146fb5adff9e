/**
 * Shows only the fields of a profile form that the selected encoder supports. Hidden fields are still sent, so that no
 * input is lost.
 */
export function encoderFields(host: HTMLElement): void {
  for (const encoder of host.querySelectorAll<HTMLSelectElement>('[name="video.encoder"], [name="audio.encoder"]')) {
    const show = () => {
      for (const part of encoder.closest("section")?.querySelectorAll<HTMLElement>("[data-encoders]") ?? []) {
        part.hidden = !(part.dataset.encoders ?? "").split(" ").includes(encoder.value);
      }
    };
    encoder.addEventListener("change", show);
    // Another encoder may have been selected before this script was loaded.
    show();
  }
}
