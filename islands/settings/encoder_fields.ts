/** Shows of a profile's form what the chosen encoders have. What is hidden is still sent, so that nothing entered is lost. */
export function encoderFields(host: HTMLElement): void {
  for (const encoder of host.querySelectorAll<HTMLSelectElement>('[name="video.encoder"], [name="audio.encoder"]')) {
    const show = () => {
      for (const part of encoder.closest("section")?.querySelectorAll<HTMLElement>("[data-encoders]") ?? []) {
        part.hidden = !(part.dataset.encoders ?? "").split(" ").includes(encoder.value);
      }
    };
    encoder.addEventListener("change", show);
    // Another one may have been chosen before this script was there.
    show();
  }
}
