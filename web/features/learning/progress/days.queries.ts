import { queryOptions } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/api.ts'
import { LEARNING_DAYS_MAX } from '#contract/learning/progress-limits.ts'
import { PROGRESS } from './progress.queries.ts'

/** The seconds of new video that the user watched on each day from this one on, by day. */
export const learningDaysOf = (call: Call, viewer: string, from: string) =>
  queryOptions({
    queryKey: [PROGRESS, 'days', from, viewer],
    queryFn: async ({ signal }) => {
      const days = await readDays(call, from, signal)
      return new Map(days.map(({ day, seconds }) => [day, seconds]))
    },
    // The watch page changes what the server answers.
    staleTime: 0,
    meta: { silent: true },
  })

type Days = CallReply<'learning.days'>['days']

/** Reads on from the last day of a full answer. */
async function readDays(call: Call, from: string, signal: AbortSignal): Promise<Days> {
  const { days } = await call('learning.days', { query: { from }, signal })
  const last = days.at(-1)
  if (last === undefined || days.length < LEARNING_DAYS_MAX) return days
  return [...days, ...(await readDays(call, last.day, signal))]
}
