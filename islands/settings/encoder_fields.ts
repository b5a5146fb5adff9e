/** Shows of a profile's form what the chosen encoder has. What is hidden is still sent, so that nothing entered is lost. */
export function encoderFields(host: HTMLElement): void {
  const encoder = host.querySelector<HTMLSelectElement>('[name="video.encoder"]');
  encoder?.addEventListener("change", () => {
    for (const part of host.querySelectorAll<HTMLElement>("[data-encoders]")) {
      part.hidden = !(part.dataset.encoders ?? "").split(" ").includes(encoder.value);
    }
  });
}
