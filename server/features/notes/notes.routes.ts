import { commentsApi } from '#contract/comments.ts'
import { likesApi } from '#contract/likes.ts'
import { notesApi } from '#contract/notes.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse } from '#server/features/playlists/visibility.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'

const notBuilt = async () => {
  throw new AppError('unexpected', 'Not built.')
}

export function noteRoutes(context: AppContext): void {
  const nothing = async () => undefined
  route(context, notesApi.list, { run: notBuilt })
  route(context, notesApi.create, {
    named: (_, body) => findCourse(context.db, { courseId: body.courseId }),
    run: notBuilt,
  })
  route(context, notesApi.update, { object: nothing, run: notBuilt })
  route(context, notesApi.remove, { object: nothing, run: notBuilt })
  route(context, notesApi.export, { run: notBuilt })
  route(context, likesApi.list, { run: notBuilt })
  route(context, commentsApi.threads, {
    object: ({ param }) => findCourse(context.db, { courseId: param('courseId') }),
    run: notBuilt,
  })
  route(context, commentsApi.answer, { object: nothing, run: notBuilt })
  route(context, commentsApi.pin, { object: nothing, run: notBuilt })
}
