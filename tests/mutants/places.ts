import { parse } from "@babel/parser";

/** A small change of a source file that a test should detect. */
export interface Mutant {
  /** Relative to the root of the checkout. */
  path: string;
  kind: "condition" | "comparison" | "logic" | "arithmetic" | "number" | "boolean" | "await";
  /** UTF-16 offsets of the replaced text. */
  start: number;
  end: number;
  replacement: string;
  line: number;
  /** Named functions around the change, innermost first. Empty at module level. */
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

/** Returns every possible mutant of a source file, in text order. Throws a `SyntaxError` if it cannot be parsed. */
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

/** Type nodes that contain code. */
const WRAPPERS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);

/** Yields the changes at this node, without the changes at its children. */
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
    // With a parenthesis or a comment in between, the operator's position is ambiguous.
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

/** Returns the name that V8 gives an anonymous function, which is the name of its variable or property. */
function nameGivenTo(child: Node, parent: Node): string | undefined {
  if (parent.type === "VariableDeclarator" && child === parent.init) return identifier(parent.id);
  if ((parent.type === "ObjectProperty" || parent.type === "ClassProperty") && child === parent.value) {
    return identifier(parent.key);
  }
  return undefined;
}
