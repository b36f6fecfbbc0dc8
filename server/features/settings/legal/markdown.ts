import type { Token } from 'markdown-it'
import {
  type FormattedNode,
  type FormattedText,
  TEXT_ELEMENTS,
  TEXT_LINK,
} from '#contract/settings/formatted-text.ts'

type Tag = (typeof TEXT_ELEMENTS)[number]

const LINK_MAX = 2048
/** The page has its own heading. */
const HEADINGS: Readonly<Record<string, Tag>> = { h1: 'h2', h2: 'h3', h3: 'h4', h5: 'h4', h6: 'h4' }

/**
 * Reads Markdown as a tree of the elements that the contract allows. Markup in it stays text, pictures become links, and a link
 * to anything but a page or an address stays its words.
 */
export async function readMarkdown(markdown: string): Promise<FormattedText> {
  const { default: MarkdownIt } = await import('markdown-it')
  const parser = new MarkdownIt({ html: false, linkify: true }).disable('image')
  return treeOf(parser.parse(markdown, {}))
}

/** What a token is that holds no others. */
const LEAVES: Readonly<Record<string, (token: Token) => FormattedNode>> = {
  text: ({ content }) => content,
  softbreak: () => '\n',
  code_inline: ({ content }) => ({ tag: 'code', in: [content] }),
  fence: ({ content }) => ({ tag: 'pre', in: [{ tag: 'code', in: [content] }] }),
  code_block: ({ content }) => ({ tag: 'pre', in: [{ tag: 'code', in: [content] }] }),
}

function treeOf(tokens: Token[]): FormattedText {
  const root: FormattedNode[] = []
  const open: FormattedNode[][] = [root]
  for (const token of tokens.flatMap((each) => (each.type === 'inline' ? (each.children ?? []) : [each]))) {
    if (isNothing(token)) continue
    const around = open.at(-1) ?? root
    const leaf = LEAVES[token.type]
    if (leaf) around.push(leaf(token))
    else if (token.nesting === -1) open.pop()
    else begin(token, around, open)
  }
  return root
}

/** A list without gaps has hidden paragraphs. */
const isNothing = ({ hidden, type, content }: Token) => hidden || (type === 'text' && content === '')

/** Without an element of its own, what is in it stands where the element would. */
function begin(token: Token, around: FormattedNode[], open: FormattedNode[][]): void {
  const element = elementOf(token)
  if (element) around.push(element)
  if (token.nesting === 1) open.push(element?.in ?? around)
}

/** The element of a token, or `undefined` for what the contract does not allow. */
function elementOf(token: Token): Exclude<FormattedNode, string> | undefined {
  if (token.tag === 'a') {
    const href = String(token.attrGet('href') ?? '')
    return TEXT_LINK.test(href) && href.length <= LINK_MAX ? { tag: 'a', href, in: [] } : undefined
  }
  const name = HEADINGS[token.tag] ?? token.tag
  const tag = TEXT_ELEMENTS.find((each) => each === name)
  return tag && { tag, in: [] }
}
