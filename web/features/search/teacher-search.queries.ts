import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { TEACHER_SEARCH_MIN } from '#contract/messages.ts'
import { cursorPages } from '#web/core/query-options.ts'

const PAGE = '24'
const WORDS_MAX = 100

/** The search text, or nothing if it is too short. */
export function teacherSearchText(text: string): string | undefined {
  const characters = [...text.trim()].slice(0, WORDS_MAX)
  if (characters.length > 0 && characters.length < TEACHER_SEARCH_MIN) return undefined
  return characters.join('')
}

/**
 * Teachers whose name starts with the text, or all teachers, page by page. The previous results stay visible while a new
 * search runs. Failures are silent.
 */
export const teachersOf = (call: Call, q: string) =>
  infiniteQueryOptions({
    queryKey: ['teachers', q],
    queryFn: ({ signal, pageParam }) =>
      call('search.teachers', {
        query: { q: q || undefined, limit: PAGE, cursor: pageParam || undefined },
        signal,
      }),
    ...cursorPages,
    placeholderData: keepPreviousData,
  })
