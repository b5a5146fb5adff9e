/** Shows the text of a selected file in the field next to it. Without JavaScript, the form accepts only pasted text. */
export function profileImport(host: HTMLElement): void {
  const file = host.querySelector<HTMLInputElement>("input[type=file]");
  const source = host.querySelector<HTMLTextAreaElement>("textarea");
  const show = host.querySelector<HTMLElement>("[data-show]");
  if (file === null || source === null || show === null) return;
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    source.value = await chosen.text();
    show.click();
  });
}
