import { Lexer, type MarkedToken, type Token, type Tokens, type TokensList } from "marked";
import { type ComponentChildren, createElement, type VNode } from "preact";
import { useLink } from "../render.tsx";
import { CopyButton } from "./copy_button.tsx";

export interface MarkdownProps {
  text: string;
  /** Number of levels by which headings are lowered, so that the h1 of the page is the only one. */
  shift?: number;
  /**
   * Names of Lathe's own documents. A link to one of them leads to `/docs/NAME`. All other relative links become plain
   * text.
   */
  documents?: readonly string[];
  /** True to add a copy button to code blocks. */
  copied?: boolean;
}

/**
 * Renders untrusted Markdown as nodes and never as HTML, so that it can only contain text and links. HTML is shown as
 * text, and images as their description.
 */
export function Markdown({ text, shift = 1, documents = [], copied = false }: MarkdownProps): VNode {
  const link = useLink();
  const hrefOf = (href: string): Target | undefined => {
    const [, name = "", part = ""] = /^([a-z-]+)\.md(#[\w-]*)?$/.exec(href) ?? [];
    if (documents.includes(name)) return { href: link(`/docs/${name}${part}`) };
    const url = URL.parse(decoded(href));
    return url?.protocol === "https:" || url?.protocol === "http:" ? { href: url.href, rel: "noreferrer" } : undefined;
  };
  return <div class="prose">{nodes(tokensOf(text), { shift, hrefOf, copied })}</div>;
}

interface Target {
  href: string;
  rel?: string;
}

interface Context {
  shift: number;
  copied: boolean;
  hrefOf(href: string): Target | undefined;
}

const MAX_CHARACTERS = 200_000;
/** Maximum depth of quotes, lists and emphasis. Deeper ones are shown as source text. */
const DEEPEST = 10;
/**
 * Limit for the number of marks multiplied by the number of characters in one paragraph. The lexer compares every mark
 * with the rest of its paragraph, which would take seconds for malicious input.
 */
const MAX_WORK = 2_000_000;

/** marked's lexer with limits for depth and time, which otherwise depend on the input. */
class BoundedLexer extends Lexer {
  #depth = 0;

  override blockTokens(src: string, tokens?: Token[], clipped?: boolean): TokensList {
    const list = (tokens ?? []) as TokensList;
    return this.#within(src, list, () => super.blockTokens(src, list, clipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const marks = src.match(/[*_~`[\]<>!]/g)?.length ?? 0;
    if (marks * src.length > MAX_WORK) return plain(src, tokens);
    return this.#within(src, tokens, () => super.inlineTokens(src, tokens));
  }

  #within<T extends Token[]>(src: string, tokens: T, read: () => Token[]): T {
    if (this.#depth >= DEEPEST) return plain(src, tokens);
    this.#depth++;
    try {
      read();
    } finally {
      this.#depth--;
    }
    return tokens;
  }
}

function plain<T extends Token[]>(src: string, tokens: T): T {
  tokens.push({ type: "escape", raw: src, text: src });
  return tokens;
}

/** Each lexer needs options of its own, because marked stores the lexer in them. */
const tokensOf = (text: string): Token[] => new BoundedLexer({ gfm: true }).lex(text.slice(0, MAX_CHARACTERS));

const nodes = (tokens: readonly Token[], context: Context): ComponentChildren[] =>
  tokens.map((token) => nodeOf(token as MarkedToken, context));

function nodeOf(token: MarkedToken, context: Context): ComponentChildren {
  switch (token.type) {
    case "heading":
      return createElement(`h${levelOf(token.depth, context)}`, null, nodes(token.tokens, context));
    case "paragraph":
      return <p>{nodes(token.tokens, context)}</p>;
    case "text":
      return token.tokens ? nodes(token.tokens, context) : decoded(token.text);
    case "blockquote":
      return <blockquote>{nodes(token.tokens, context)}</blockquote>;
    case "code":
      return codeOf(token, context);
    case "list":
      return listOf(token, context);
    case "checkbox":
      return <span role="img" aria-label={token.checked ? "Done:" : "Open:"}>{token.checked ? "☑ " : "☐ "}</span>;
    case "table":
      return tableOf(token, context);
    case "link":
      return linkOf(token, context);
    case "strong":
    case "em":
    case "del":
      return createElement(token.type, null, nodes(token.tokens, context));
    case "codespan":
      return <code>{token.text}</code>;
    case "image":
      return decoded(token.text);
    case "html":
      return htmlOf(token);
    case "escape":
      return token.text;
    case "br":
      return <br />;
    case "hr":
      return <hr />;
    default:
      return null;
  }
}

function codeOf({ text }: Tokens.Code, { copied }: Context) {
  const block = <pre class="code" tabindex={0}><code>{text}</code></pre>;
  if (!copied) return block;
  return (
    <div class="copyable">
      {block}
      <CopyButton text={text} what="the lines" />
    </div>
  );
}

const levelOf = (depth: number, { shift }: Context): number => Math.min(6, Math.max(2, depth + shift));

function listOf({ ordered, start, items }: Tokens.List, context: Context) {
  const entries = items.map((item) => <li>{nodes(item.tokens, context)}</li>);
  return ordered ? <ol start={typeof start === "number" ? start : 1}>{entries}</ol> : <ul>{entries}</ul>;
}

function tableOf({ header, rows, align }: Tokens.Table, context: Context) {
  const classOf = (column: number) => align[column] === "right" ? "num" : undefined;
  // On phones, a row is shown as a block in which each cell has its column heading.
  const labels = header.map(({ text }) => decoded(text).replaceAll(/[`*_<>]/g, ""));
  return (
    <div class="table-wrap" tabindex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>{header.map((cell, i) => <th scope="col" class={classOf(i)}>{nodes(cell.tokens, context)}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell, i) => <td class={classOf(i)} data-label={labels[i]}>{nodes(cell.tokens, context)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function linkOf({ href, tokens }: Tokens.Link, context: Context) {
  const target = context.hrefOf(href);
  const children = nodes(tokens, context);
  return target ? <a {...target}>{children}</a> : <>{children}</>;
}

/** Comments are intended for editors of the text. Everything else is shown as source text. */
function htmlOf({ text, block }: Tokens.HTML | Tokens.Tag): ComponentChildren {
  if (/^<!--[^]*?-->\s*$/.test(text)) return null;
  return block ? <p>{text}</p> : text;
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Decodes character references in a text, which the lexer leaves to HTML renderers. */
function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g,
    (whole, ten, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = ten === undefined ? parseInt(hex, 16) : Number(ten);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
        ? "\ufffd"
        : String.fromCodePoint(code);
    },
  );
}
