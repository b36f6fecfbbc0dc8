import { z } from 'zod'
import { trashApi } from '#contract/catalog/trash.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { withLink } from '#server/features/catalog/audience/links.ts'
import { getPlaylist } from '#server/features/catalog/playlists/playlists.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { emptyTrash, purge, purgeOverdue } from './purge.ts'
import { restore } from './restore.ts'
import { findTrash } from './trash.queries.ts'
import { listTrash } from './trash-list.queries.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export function trashRoutes(context: AppContext): void {
  const { db, images } = context
  const purging = { db, images }

  route(context, trashApi.list, {
    run: async ({ reading, viewer, query: { teacher = viewer.id, ...page } }) => {
      if (!(isId(teacher) && (viewer.isAdmin || viewer.id === teacher)))
        throw new AppError('not_found', NOT_FOUND.teacher)
      return listTrash(reading, teacher, page)
    },
  })

  route(context, trashApi.restore, {
    object: ({ param }) => trashToUse(db, param('trashId')),
    run: async ({ viewer, object, body: { others = [] }, meta }) => {
      const ids = [object.id, ...others]
      const playlistId = await restore(db, { viewer, meta }, { ids, teacherId: object.teacher_id })
      const data = await withLink(context, viewer, await getPlaylist(db, viewer, playlistId))
      return { success: true as const, message: 'Restored.', data }
    },
  })

  route(context, trashApi.remove, {
    object: ({ param }) => trashToUse(db, param('trashId')),
    changes: () => NO_TAGS,
    run: async ({ viewer, object, meta }) => {
      await purge(purging, object, { actorId: viewer.id, meta })
      return { success: true as const, message: 'Deleted for good.' }
    },
  })

  route(context, trashApi.empty, {
    changes: () => NO_TAGS,
    run: async ({ viewer, meta }) => {
      await emptyTrash(purging, viewer.id, meta)
      return { success: true as const, message: 'The trash is empty.' }
    },
  })

  purgeDaily(context)
}

async function trashToUse(db: Db, id: string) {
  const row = await findTrash(db, id)
  return row && { ...row, access: { ownerId: row.teacher_id } }
}

function purgeDaily({ app: { log }, db, images, jobs }: AppContext): void {
  jobs.work(
    jobKind('trash.purge', z.object({})),
    async () => {
      const purged = await purgeOverdue({ db, images })
      if (purged > 0) log.info({ purged }, 'deleted what was in the trash for too long')
      return
    },
    { limit: 1, lease: 60 * MINUTE, recurring: { first: 5 * MINUTE, every: DAY, payload: {} } },
  )
}
