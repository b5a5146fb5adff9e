/** Shows of a profile's form what the chosen encoders have. What is hidden is still sent, so that nothing entered is lost. */
export function encoderFields(host: HTMLElement): void {
  for (const encoder of host.querySelectorAll<HTMLSelectElement>('[name="video.encoder"], [name="audio.encoder"]')) {
    encoder.addEventListener("change", () => {
      for (const part of encoder.closest("section")?.querySelectorAll<HTMLElement>("[data-encoders]") ?? []) {
        part.hidden = !(part.dataset.encoders ?? "").split(" ").includes(encoder.value);
      }
    });
  }
}
