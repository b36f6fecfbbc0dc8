import { progressApi } from '#contract/progress.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse, findPlaylist } from '#server/features/playlists/visibility.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'

const notBuilt = async () => {
  throw new AppError('unexpected', 'Not built.')
}

export function progressRoutes(context: AppContext): void {
  const playlist = {
    object: ({ param }: { param: (name: 'id') => string }) => findPlaylist(context.db, param('id')),
  }
  const course = {
    object: ({ param }: { param: (name: 'id') => string }) =>
      findCourse(context.db, { courseId: param('id') }),
  }
  route(context, progressApi.ofPlaylist, { ...playlist, run: notBuilt })
  route(context, progressApi.hide, { ...playlist, run: notBuilt })
  route(context, progressApi.save, { ...course, run: notBuilt })
  route(context, progressApi.done, { ...course, run: notBuilt })
  route(context, progressApi.forget, { run: notBuilt })
  route(context, progressApi.clear, { run: notBuilt })
  route(context, progressApi.list, { run: notBuilt })
  route(context, progressApi.merge, { run: notBuilt })
}
