import { type Params, prepared } from '#server/data/prepared.ts'
import { CHANGE_COLUMNS, changedCorrections } from '#server/features/learning/progress/lists.queries.ts'

type OfPlaylist = Params<{ userId: string; playlistId: string }>

/** The courses of a playlist in teaching order, with what decides whether the user has finished it, and what has changed. */
export const coursesToFinish = prepared((db, params: OfPlaylist) =>
  db
    .selectFrom('courses')
    .leftJoin('progress', (join) =>
      join.onRef('progress.course_id', '=', 'courses.id').on('progress.user_id', '=', params.value('userId')),
    )
    .select([
      'courses.id',
      'courses.title',
      'courses.status',
      'courses.unavailable_since',
      'courses.announced_at',
      'courses.created_at',
      'courses.source',
      'courses.source_key',
      'courses.video_id',
      'progress.video_key',
      'progress.watched_s',
      'progress.done_at',
      ...CHANGE_COLUMNS,
    ])
    .select(changedCorrections)
    .where('courses.playlist_id', '=', params.value('playlistId'))
    .where('courses.trash_id', 'is', null)
    .orderBy('courses.position')
    .orderBy('courses.id'),
)

/** The user's questions in a playlist, each with its accepted reply, unless that is removed or hidden. In no order. */
export const ownQuestions = prepared((db, params: OfPlaylist) =>
  db
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .leftJoin('comments as answer', (join) =>
      join
        .onRef('answer.id', '=', 'comments.answered_by')
        .on('answer.removed_at', 'is', null)
        .on('answer.hidden_at', 'is', null),
    )
    .leftJoin('users', 'users.id', 'answer.user_id')
    .select([
      'comments.id',
      'comments.course_id',
      'comments.at_s',
      'comments.text',
      'comments.accepted_at',
      'answer.text as answer',
      'answer.created_at as answered_at',
      'users.username',
    ])
    .where('comments.user_id', '=', params.value('userId'))
    .where('comments.is_question', '=', 1)
    .where('comments.removed_at', 'is', null)
    .where('courses.playlist_id', '=', params.value('playlistId'))
    .where('courses.trash_id', 'is', null),
)
