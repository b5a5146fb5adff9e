import { deepStrictEqual as same } from "node:assert/strict";
import fc from "fast-check";
import { agentCommand, type AgentWords } from "./agent_command.ts";
import { parseCommand } from "./command.ts";
import { progressText } from "./progress_line.ts";

const options = (words: AgentWords) => {
  const command = agentCommand(words);
  return command.kind === "agent" ? command.options : command.message;
};

const READ: [words: AgentWords, options: unknown][] = [
  [{}, {}],
  [{ name: "Tower", slots: "2", cores: "16" }, { name: "Tower", slots: 2, cores: 16 }],
  [{ slots: "0" }, '--slots takes a number from 1 to 64, not "0".'],
  [{ slots: "65" }, '--slots takes a number from 1 to 64, not "65".'],
  [{ slots: "1.5" }, '--slots takes a number from 1 to 64, not "1.5".'],
  [{ slots: "1e1" }, '--slots takes a number from 1 to 64, not "1e1".'],
  [{ slots: "" }, '--slots takes a number from 1 to 64, not "".'],
  [{ cores: "-4" }, '--cores takes a number from 1 to 4096, not "-4".'],
  [{ hours: "22:00-07:00" }, { hours: { from: "22:00", to: "07:00" } }],
  [{ hours: "00:00-23:59" }, { hours: { from: "00:00", to: "23:59" } }],
  [{ hours: "24:00-07:00" }, '--hours takes two times such as 22:00-07:00, not "24:00-07:00".'],
  [{ hours: "22:00-22:00" }, '--hours takes two times such as 22:00-07:00, not "22:00-22:00".'],
  [{ hours: "7:00-22:00" }, '--hours takes two times such as 22:00-07:00, not "7:00-22:00".'],
  [{ hours: "22:00" }, '--hours takes two times such as 22:00-07:00, not "22:00".'],
  [{ name: "" }, "--name takes 1 to 100 characters."],
  [{ name: "x".repeat(101) }, "--name takes 1 to 100 characters."],
  [{ pauseWhenBusy: false }, { pauseWhenBusy: false }],
  [{ media: ["/m/", "/a=/b//", "D:\\films\\", "/x=D:\\", "/"] }, {
    media: [
      { path: "/m", local: "/m" },
      { path: "/a", local: "/b" },
      { path: "D:\\films", local: "D:\\films" },
      { path: "/x", local: "D:\\" },
      { path: "/", local: "/" },
    ],
  }],
  [{ media: ["films"] }, "--media takes an absolute path, or two as PATH=LOCAL."],
  [{ media: ["/m", "/a=b"] }, "--media takes an absolute path, or two as PATH=LOCAL."],
  [{ media: [] }, { media: [] }],
  [{ gpu: ["0=2", "/dev/dri/renderD128=0"] }, {
    cards: [{ device: "0", limit: 2 }, { device: "/dev/dri/renderD128", limit: 0 }],
  }],
  [
    { gpu: ["0"] },
    "--gpu takes an index or a render node and a limit from 0 to 32, such as 0=2 or /dev/dri/renderD128=1.",
  ],
];

Deno.test("agent arguments are parsed, and an invalid one is named", () => {
  for (const [words, expected] of READ) same(options(words), expected, JSON.stringify(words));
});

Deno.test("code and folder of an agent are accepted unchanged", () => {
  same(agentCommand({ join: "CODE", config: "/c" }), { kind: "agent", code: "CODE", config: "/c", options: {} });
  same(parseCommand(["agent", "--join", "X", "--no-pause-when-busy", "--media", "/a", "--media", "/b=/c"]), {
    kind: "agent",
    code: "X",
    options: { pauseWhenBusy: false, media: [{ path: "/a", local: "/a" }, { path: "/b", local: "/c" }] },
  });
});

Deno.test("any agent arguments are parsed or refused in a sentence, without an exception", () => {
  const words = fc.record({
    join: fc.string(),
    name: fc.string({ maxLength: 120 }),
    slots: fc.string({ maxLength: 5 }),
    cores: fc.string({ maxLength: 5 }),
    hours: fc.string({ maxLength: 12 }),
    media: fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
  }, { requiredKeys: [], noNullPrototype: true });
  fc.assert(fc.property(words, (one) => {
    const command = agentCommand(one);
    same(command.kind === "agent" || command.message.endsWith("."), true);
  }));
});

const LINES: [progress: object | undefined, text: RegExp][] = [
  [undefined, /^\[ {30}\]\s+0\.0 % {2}queued$/],
  [{ percent: 42, etaSeconds: 70, speed: "1.7x" }, /^\[={13} {17}\]\s+42\.0 % {2}queued {2}1:10 left {2}1\.7x$/],
  [{ percent: 100 }, /^\[={30}\]\s+100\.0 %/],
  [{ percent: 140 }, /^\[={30}\]\s+100\.0 %/],
  [{ percent: -3, etaSeconds: null }, /^\[ {30}\]\s+0\.0 % {2}queued$/],
];

Deno.test("a progress line has a fixed length, whatever is known", () => {
  for (const [progress, text] of LINES) {
    const line = progressText({ status: "queued", progress } as Parameters<typeof progressText>[0]);
    same(text.test(line), true, line);
  }
});
