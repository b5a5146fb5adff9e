/** Exit code and output of a program. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to completion. */
export async function run(program: string, args: string[], options: Deno.CommandOptions = {}): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(program, { args, stdin: "null", ...options }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
