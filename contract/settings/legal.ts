import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { FormattedText } from './formatted-text.ts'
import { LEGAL_KINDS, MARKDOWN_MAX } from './legal-kinds.ts'

const Markdown = z
  .string('Write the page first.')
  .trim()
  .min(1, 'Write the page first.')
  .max(MARKDOWN_MAX, `Enter at most ${MARKDOWN_MAX} characters.`)
const LegalKind = z.enum(LEGAL_KINDS)

/** A published page in its newest version. */
export const LegalPage = z
  .object({
    kind: LegalKind,
    version: z.int(),
    publishedAt: Timestamp,
    text: FormattedText,
    /** What was written; for admins only. */
    markdown: z.string().optional(),
  })
  .meta({ id: 'LegalPage' })
export type LegalPage = z.infer<typeof LegalPage>

/** What admins see of the pages of the site. */
const LegalState = z.object({
  kind: LegalKind,
  /** 0 before anything is published. */
  version: z.int(),
  publishedAt: Timestamp.nullable(),
  /** How many people have accepted this version. */
  accepted: z.int(),
})

export const legalApi = {
  get: endpoint('legal.get', { summary: 'The terms, the privacy policy or the imprint', reply: LegalPage }),
  list: endpoint('legal.list', {
    summary: 'Which legal pages are published, and how many people accepted them',
    reply: z.object({ pages: z.array(LegalState), people: z.int() }),
  }),
  preview: endpoint('legal.preview', {
    summary: 'What a text will look like as a legal page',
    body: z.object({ markdown: Markdown }),
    reply: z.object({ text: FormattedText }),
  }),
  publish: endpoint('legal.publish', {
    summary: 'Publish a new version of a legal page',
    body: z.object({
      markdown: Markdown,
      /** Everybody is asked again, also people who have accepted a former version. */
      asksAgain: z.boolean().default(false),
      /** The version that the text began with, 0 for the first; a newer one is a conflict. */
      from: z.int().min(0).optional(),
    }),
    reply: WriteReply.extend({ page: LegalPage }),
  }),
}
