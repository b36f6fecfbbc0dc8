import { loads } from '#web/core/load.ts'
import { teacherSearchText, teachersOf } from '#web/features/search/teacher-search.queries.ts'

export const loadTeachers = loads(({ cache, call, url }) => [
  cache.ensureInfiniteQueryData(teachersOf(call, teacherSearchText(url.searchParams.get('q') ?? '') ?? '')),
])
