import { loads } from '#web/core/load.ts'
import { teacherCardsOf } from '#web/features/playlists/playlists.queries.ts'
import { teacherOf } from '#web/features/users/users.queries.ts'

export const loadTeacher = loads(({ cache, call, params, viewer }) => {
  const { teacherId = '' } = params
  return [
    cache.ensureQueryData(teacherOf(call, teacherId, viewer)),
    cache.ensureInfiniteQueryData(teacherCardsOf(call, teacherId, viewer)),
  ]
})
