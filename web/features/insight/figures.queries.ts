import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'

const FIGURES = 'figures'

/** How much the site has. Pages show blanks without it, so a failure is silent. */
export const siteFiguresOf = (call: Call) =>
  queryOptions({
    queryKey: [FIGURES, 'site'],
    queryFn: ({ signal }) => call('figures.site', { signal }),
    meta: { silent: true },
  })

/** How much a person has liked, written and saved, and what the viewer has learned. */
export const userFiguresOf = (call: Call, userId: string, viewer: string) =>
  queryOptions({
    queryKey: [FIGURES, 'user', userId, viewer],
    queryFn: ({ signal }) => call('figures.user', { params: { userId }, signal }),
    // Likes, comments and what is watched change on many screens.
    staleTime: 0,
    meta: { silent: true },
  })
