import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

export const NUMBER_PERIODS = ['30', '90', '365'] as const
export type NumberPeriod = (typeof NUMBER_PERIODS)[number]
export const NUMBER_DAYS_WRONG = 'Days must be 30, 90 or 365.'

/** What the site has, and what was new on each day of the period that had anything, the earliest first. */
export const SiteNumbers = z
  .object({
    people: z.int(),
    teachers: z.int(),
    publicPlaylists: z.int(),
    publicCourses: z.int(),
    minutes: z.int(),
    comments: z.int(),
    /** Versions that wait for an admin. */
    waiting: z.int(),
    days: z.array(
      z.object({
        day: z.string(),
        signUps: z.int(),
        active: z.int(),
        minutes: z.int(),
        done: z.int(),
        comments: z.int(),
      }),
    ),
  })
  .meta({ id: 'SiteNumbers' })
export type SiteNumbers = z.infer<typeof SiteNumbers>

export const numbersApi = {
  get: endpoint('numbers.get', {
    summary: 'The numbers of the site, for its admins',
    query: z.object({ days: z.enum(NUMBER_PERIODS, NUMBER_DAYS_WRONG).optional() }),
    reply: SiteNumbers,
  }),
}
