import { z } from 'zod'
import { peopleApi } from '#contract/people/people.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { listPeople } from './people-list.ts'
import { addMissingWords } from './words.queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export function peopleRoutes(context: AppContext): void {
  const confirming = { asksToConfirm: context.mail.verifyEmail !== 'off' }
  repairWordsHourly(context)

  route(context, peopleApi.list, {
    run: ({ reading, query }) => listPeople(reading, confirming, query),
  })
}

function repairWordsHourly({ app: { log }, db, jobs }: AppContext): void {
  jobs.work(
    jobKind('people.words', z.object({})),
    async () => {
      const added = await addMissingWords(db)
      if (added > 0) log.info({ added }, 'added the words of people whom another program had added')
      return
    },
    { limit: 1, lease: 30 * MINUTE, recurring: { first: MINUTE / 6, every: HOUR, payload: {} } },
  )
}
