import { searchApi } from '#contract/search/search.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { findMoments } from './moments.ts'
import { searchPlaylists } from './search.ts'
import { searchTeachers } from './teacher-search.ts'

/** All searches are open to everyone and show what the viewer finds: visitors only what is public. */
export function searchRoutes(context: AppContext): void {
  route(context, searchApi.playlists, {
    run: async ({ reading, viewer, query }) => searchPlaylists(reading, viewer, query),
  })
  route(context, searchApi.teachers, {
    run: async ({ reading, viewer, query }) => searchTeachers(reading, viewer, query),
  })
  route(context, searchApi.moments, {
    run: async ({ reading, viewer, query }) => ({ videos: await findMoments(reading, viewer, query) }),
  })
}
