import { strictEqual as is } from "node:assert/strict";
import { errorText, refusalText } from "./call.ts";

Deno.test("a refusal shows the sentence of the problem, then the errors of its fields", () => {
  is(refusalText(404, { detail: "There is no such job." }), "There is no such job.");
  const errors = [{ path: "name", message: "Too short." }, { path: "video.crf", message: "Not a number." }];
  is(
    refusalText(422, { detail: "It is not valid.", errors }),
    "It is not valid. name: Too short. video.crf: Not a number.",
  );
});

Deno.test("the status describes a response that is no problem document", () => {
  for (const answer of [undefined, null, "502 Bad Gateway", { message: "no" }]) {
    is(refusalText(502, answer), "The server returned 502.");
  }
  is(refusalText(undefined, undefined), "The server returned an error.");
});

Deno.test("any thrown value is reported, whether it is an error or not", () => {
  is(errorText(new Error("The folder is gone.")), "The folder is gone.");
  is(errorText("gone"), "gone");
});
