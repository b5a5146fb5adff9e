/** Puts the text of a chosen file into the field beside it and has it shown: a form without script takes pasted text only. */
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
