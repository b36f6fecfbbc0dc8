import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** Whether the pages show the fixed figures of a new site, or those that are counted. */
export const FIGURES = ['placeholders', 'real'] as const
export type Figures = (typeof FIGURES)[number]

/** What is public on the site, and the reactions to it. */
export const SiteFigures = z
  .object({
    videos: z.int(),
    students: z.int(),
    /** With a public playlist. */
    teachers: z.int(),
    likes: z.int(),
    comments: z.int(),
    saved: z.int(),
  })
  .meta({ id: 'SiteFigures' })
export type SiteFigures = z.infer<typeof SiteFigures>

export const UserFigures = z
  .object({
    liked: z.int(),
    comments: z.int(),
    saved: z.int(),
    /** Only of the caller. */
    learning: z.object({ done: z.int(), minutes: z.int(), notes: z.int() }).optional(),
  })
  .meta({ id: 'UserFigures' })
export type UserFigures = z.infer<typeof UserFigures>

export const figuresApi = {
  site: endpoint('figures.site', { summary: 'How much the site has', reply: SiteFigures }),
  user: endpoint('figures.user', {
    summary: 'How much a person has liked, written and saved; one’s own also with what was learned',
    reply: UserFigures,
  }),
}
