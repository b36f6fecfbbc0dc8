import { loads } from '#web/core/load.ts'
import { teacherOf } from '#web/features/account/users/users.queries.ts'
import { teacherCardsOf } from '#web/features/catalog/playlists/playlists.queries.ts'

export const loadTeacher = loads(({ cache, call, params, viewer }) => {
  const { teacherId = '' } = params
  return [
    cache.ensureQueryData(teacherOf(call, teacherId, viewer)),
    cache.ensureInfiniteQueryData(teacherCardsOf(call, teacherId, viewer)),
  ]
})
