import { parse } from "@babel/parser";

/** One small change of a source file that a test should notice. */
export interface Mutant {
  /** From the root of the checkout. */
  path: string;
  kind: "condition" | "comparison" | "logic" | "arithmetic" | "number" | "boolean" | "await";
  /** UTF-16 offsets of the text that is replaced. */
  start: number;
  end: number;
  replacement: string;
  line: number;
  /** Named functions around the place, from the inside out; empty at the top of a module. */
  functions: string[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  loc: { start: { line: number } };
  [field: string]: unknown;
}

type Change = Pick<Mutant, "kind" | "start" | "end" | "replacement">;

const OPPOSITES: Record<string, [kind: Mutant["kind"], operator: string]> = {
  "===": ["comparison", "!=="],
  "!==": ["comparison", "==="],
  "<": ["comparison", "<="],
  "<=": ["comparison", "<"],
  ">": ["comparison", ">="],
  ">=": ["comparison", ">"],
  "&&": ["logic", "||"],
  "||": ["logic", "&&"],
  "-": ["arithmetic", "+"],
  "*": ["arithmetic", "/"],
  "/": ["arithmetic", "*"],
};

/** Every place of a source file that can be changed, in the order of the text. Throws a `SyntaxError` where it cannot be read. */
export function findMutants(path: string, text: string): Mutant[] {
  const plugins: ("typescript" | "jsx")[] = path.endsWith("x") ? ["typescript", "jsx"] : ["typescript"];
  const { program } = parse(text, { sourceType: "module", plugins });
  const found: Mutant[] = [];
  const visit = (node: Node, functions: string[], name: string | undefined): void => {
    if (node.type === "ImportDeclaration" || (node.type.startsWith("TS") && !WRAPPERS.has(node.type))) return;
    const inside = FUNCTIONS.has(node.type) ? [nameOf(node) ?? name ?? "", ...functions] : functions;
    for (const change of changesAt(node, text)) {
      const named = inside.filter((one) => one !== "");
      found.push({ path, ...change, line: node.loc.start.line, functions: named });
    }
    for (const child of childrenOf(node)) visit(child, inside, nameGivenTo(child, node));
  };
  visit(program as unknown as Node, [], undefined);
  return found.sort((a, b) => a.start - b.start);
}

/** Nodes of types that hold code. */
const WRAPPERS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);

/** Changes at this node, without those of its children. */
function* changesAt(node: Node, text: string): Generator<Change> {
  const of = (child: Node): string => text.slice(child.start, child.end);
  if (node.type === "IfStatement" || node.type === "ConditionalExpression") {
    const test = node.test as Node;
    yield { kind: "condition", start: test.start, end: test.end, replacement: `!(${of(test)})` };
  }
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression") {
    const [left, right] = [node.left as Node, node.right as Node];
    const opposite = OPPOSITES[node.operator as string];
    const between = text.slice(left.end, right.start);
    // With a bracket or a comment between the two, the operator's place is not certain.
    if (opposite !== undefined && between.trim() === node.operator) {
      const start = left.end + between.indexOf(node.operator as string);
      const [kind, replacement] = opposite;
      yield { kind, start, end: start + (node.operator as string).length, replacement };
    }
  }
  if (node.type === "NumericLiteral") {
    yield { kind: "number", start: node.start, end: node.end, replacement: `(${of(node)} + 1)` };
  }
  if (node.type === "BooleanLiteral") {
    yield { kind: "boolean", start: node.start, end: node.end, replacement: String(!node.value) };
  }
  if (node.type === "ExpressionStatement" && (node.expression as Node).type === "AwaitExpression") {
    const { start } = node.expression as Node;
    yield { kind: "await", start, end: start + "await".length, replacement: "void" };
  }
}

/** Keys and members are names, not values. */
function* childrenOf(node: Node): Generator<Node> {
  for (const [field, value] of Object.entries(node)) {
    if (field === "loc" || field.endsWith("Comments") || field === "typeAnnotation" || field === "returnType") continue;
    if (field === "key" && node.computed !== true) continue;
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield one;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string" && "loc" in value;

const identifier = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === "PrivateName") return `#${identifier(node.id)}`;
  return node.type === "Identifier" ? node.name as string : undefined;
};

const nameOf = (node: Node): string | undefined => identifier(node.id) ?? identifier(node.key);

/** The name that V8 gives to a function without one of its own: that of its variable or property. */
function nameGivenTo(child: Node, parent: Node): string | undefined {
  if (parent.type === "VariableDeclarator" && child === parent.init) return identifier(parent.id);
  if ((parent.type === "ObjectProperty" || parent.type === "ClassProperty") && child === parent.value) {
    return identifier(parent.key);
  }
  return undefined;
}
