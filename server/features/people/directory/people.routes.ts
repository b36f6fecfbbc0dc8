import { z } from 'zod'
import type { Reauth } from '#contract/account/reauth.ts'
import { peopleApi } from '#contract/people/people.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import { reauthenticate } from '#server/auth/reauth.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { listPeople } from './people-list.ts'
import { findPerson, readPerson } from './person.ts'
import {
  changeQuota,
  endSecondStepOf,
  endSessionsOf,
  removeAccountOf,
  resetPasswordOf,
  restoreAccountOf,
} from './person-actions.ts'
import { addMissingWords } from './words.queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export function peopleRoutes(context: AppContext): void {
  const { db, mail, settings } = context
  const parts = { asksToConfirm: mail.verifyEmail !== 'off', mail, settings }
  repairWordsHourly(context)

  route(context, peopleApi.list, {
    run: ({ reading, query }) => listPeople(reading, parts, query),
  })

  route(context, peopleApi.get, {
    object: ({ param }) => findPerson(db, param('userId')),
    run: ({ reading, object: { id } }) => readPerson(reading, parts, id),
  })

  actionRoutes(context)
}

/** What admins do to an account. All but the quota ask for their password or a passkey. */
function actionRoutes(context: AppContext): void {
  const { db, throttle, passkeys } = context
  const changes = () => NO_TAGS
  const confirm = (caller: { viewer: Viewer; meta: RequestMeta }, body: Reauth) =>
    reauthenticate({ db, throttle, passkeys }, caller, body)

  route(context, peopleApi.endSessions, {
    object: ({ param }) => findPerson(db, param('userId')),
    changes,
    endsSessionsOf: ({ object: { id } }) => id,
    run: async ({ viewer: admin, object: { id: userId, username }, body, meta }) => {
      await confirm({ viewer: admin, meta }, body)
      await endSessionsOf(context, { admin, meta, userId })
      return { success: true as const, message: `${username} is logged out everywhere.` }
    },
  })

  route(context, peopleApi.endSecondStep, {
    object: ({ param }) => findPerson(db, param('userId')),
    changes,
    run: async ({ viewer: admin, object: { id: userId, username }, body, meta }) => {
      await confirm({ viewer: admin, meta }, body)
      await endSecondStepOf(context, { admin, meta, userId })
      return { success: true as const, message: `The second step of ${username} is turned off.` }
    },
  })

  route(context, peopleApi.reset, {
    object: ({ param }) => findPerson(db, param('userId')),
    changes,
    run: async ({ viewer: admin, object: { id: userId, username }, body, meta }) => {
      await confirm({ viewer: admin, meta }, body)
      const code = await resetPasswordOf(context, { admin, meta, userId })
      return code === undefined
        ? { success: true as const, message: `A link to a new password is on its way to ${username}.` }
        : { success: true as const, message: `Give this code to ${username}.`, code }
    },
  })

  route(context, peopleApi.remove, {
    object: ({ param }) => findPerson(db, param('userId')),
    endsSessionsOf: ({ object: { id } }) => id,
    run: async ({ viewer: admin, object: { id: userId, username }, body, meta }) => {
      await confirm({ viewer: admin, meta }, body)
      await removeAccountOf(context, { admin, meta, userId }, body)
      return {
        success: true as const,
        message: `${username} is deleted. You can restore the account for 14 days.`,
      }
    },
  })

  route(context, peopleApi.restore, {
    object: ({ param }) => findPerson(db, param('userId')),
    run: async ({ viewer: admin, object: { id: userId, username }, body, meta }) => {
      await confirm({ viewer: admin, meta }, body)
      await restoreAccountOf(context, { admin, meta, userId })
      return { success: true as const, message: `${username} is back.` }
    },
  })

  route(context, peopleApi.setQuota, {
    object: ({ param }) => findPerson(db, param('userId')),
    changes,
    run: async ({ viewer: admin, object: { id: userId }, body: { gb }, meta }) => {
      await changeQuota(db, { admin, meta, userId }, gb)
      return { success: true as const, message: 'Quota changed.' }
    },
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
