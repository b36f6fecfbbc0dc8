import { z } from 'zod'

/** The elements that a text of an admin can have: no pictures, no frames, nothing that runs. */
export const RICH_ELEMENTS = [
  'p',
  'strong',
  'em',
  's',
  'code',
  'pre',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'br',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const

/** The addresses that a link may have. */
export const RICH_LINK = /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i

const RichLink = z.string().max(2048).regex(RICH_LINK)

/**
 * A text as a tree: words, or an element with what is in it. Only React makes elements of it, so no markup exists as a text, and
 * the lists here are all that it can have.
 */
export type RichNode =
  | string
  | { tag: (typeof RICH_ELEMENTS)[number]; in: RichNode[] }
  | { tag: 'a'; href: string; in: RichNode[] }

export const RichNode: z.ZodType<RichNode> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.strictObject({ tag: z.enum(RICH_ELEMENTS), in: z.array(RichNode) }),
      z.strictObject({ tag: z.literal('a'), href: RichLink, in: z.array(RichNode) }),
    ]),
  )
  .meta({ id: 'RichNode' })

export const RichText = z.array(RichNode)
export type RichText = z.infer<typeof RichText>
