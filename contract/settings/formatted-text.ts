import { z } from 'zod'

/** The elements that a text of an admin can have: no pictures, no frames, nothing that runs. */
export const TEXT_ELEMENTS = [
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
export const TEXT_LINK = /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i

const TextLink = z.string().max(2048).regex(TEXT_LINK)

/**
 * A text as a tree: words, or an element with what is in it. Only React makes elements of it, so no markup exists as a text, and
 * the lists here are all that it can have.
 */
export type FormattedNode =
  | string
  | { tag: (typeof TEXT_ELEMENTS)[number]; in: FormattedNode[] }
  | { tag: 'a'; href: string; in: FormattedNode[] }

export const FormattedNode: z.ZodType<FormattedNode> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.strictObject({ tag: z.enum(TEXT_ELEMENTS), in: z.array(FormattedNode) }),
      z.strictObject({ tag: z.literal('a'), href: TextLink, in: z.array(FormattedNode) }),
    ]),
  )
  .meta({ id: 'FormattedNode' })

export const FormattedText = z.array(FormattedNode)
export type FormattedText = z.infer<typeof FormattedText>
