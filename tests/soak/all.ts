/** The long suites, one after the other: `deno task soak [kills]`. Ends with the first failure's code. */
for (const suite of ["kill9.ts"]) {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL(suite, import.meta.url).pathname, ...Deno.args],
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  if (code !== 0) Deno.exit(code);
}
