import { loads } from '#web/core/load.ts'
import { teachersOf, teacherWords } from '#web/features/search/teacher-search.queries.ts'

export const loadTeachers = loads(({ cache, call, url }) => [
  cache.ensureInfiniteQueryData(teachersOf(call, teacherWords(url.searchParams.get('q') ?? '') ?? '')),
])
