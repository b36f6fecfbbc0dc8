import { type Params, prepared } from '#server/data/prepared.ts'

/** All courses of a playlist in teaching order, with what the user has watched of them. */
export const coursesWithProgress = prepared((db, params: Params<{ userId: string; playlistId: string }>) =>
  db
    .selectFrom('courses')
    .leftJoin('progress', (join) =>
      join.onRef('progress.course_id', '=', 'courses.id').on('progress.user_id', '=', params.value('userId')),
    )
    .select([
      'courses.id',
      'courses.status',
      'courses.unavailable_since',
      'courses.source',
      'courses.source_key',
      'courses.video_id',
      'courses.duration_s as course_seconds',
      'progress.video_key',
      'progress.at_s',
      'progress.duration_s',
      'progress.watched_s',
      'progress.updated_at',
      'progress.done_at',
      'progress.done_by',
    ])
    .where('courses.playlist_id', '=', params.value('playlistId'))
    .orderBy('courses.position')
    .orderBy('courses.id'),
)

export const summaryOf = prepared((db, params: Params<{ userId: string; playlistId: string }>) =>
  db
    .selectFrom('playlist_progress')
    .select(['last_course_id', 'rate'])
    .where('user_id', '=', params.value('userId'))
    .where('playlist_id', '=', params.value('playlistId')),
)

export const secondsOf = prepared((db, params: Params<{ userId: string; courseId: string }>) =>
  db
    .selectFrom('progress')
    .select(['seconds', 'video_key'])
    .where('user_id', '=', params.value('userId'))
    .where('course_id', '=', params.value('courseId')),
)
