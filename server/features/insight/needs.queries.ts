import { type Params, prepared } from '#server/data/prepared.ts'
import {
  coursesWithFailedFile,
  returnedRevisions,
} from '#server/features/catalog/playlists/own-playlists.queries.ts'

/** Versions of a teacher that admins have sent back, with the number of notes that are still open. */
export const findReturned = prepared((db, params: Params<{ teacherId: string }>) =>
  returnedRevisions(db)
    .innerJoin('playlists', 'playlists.id', 'revisions.playlist_id')
    .leftJoin('courses', 'courses.id', 'revisions.course_id')
    .leftJoin('users', 'users.id', 'revisions.decided_by')
    .select(['revisions.playlist_id', 'revisions.course_id', 'revisions.decided_at', 'revisions.created_at'])
    .select(['playlists.title', 'courses.title as course_title', 'users.username'])
    .select(({ selectFrom }) =>
      selectFrom('review_notes')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('review_notes.revision_id', '=', 'revisions.id')
        .where('review_notes.resolved_at', 'is', null)
        .where('review_notes.answer', 'is', null)
        .$asScalar()
        .as('notes'),
    )
    .where('revisions.teacher_id', '=', params.value('teacherId')),
)

export const findFailedFiles = prepared((db, params: Params<{ teacherId: string }>) =>
  coursesWithFailedFile(db)
    .select(['courses.id', 'courses.playlist_id', 'courses.title', 'videos.created_at as since'])
    .where('videos.owner_id', '=', params.value('teacherId')),
)

export const findUnavailable = prepared((db, params: Params<{ teacherId: string }>) =>
  db
    .selectFrom('playlists')
    .innerJoin('courses', 'courses.playlist_id', 'playlists.id')
    .select(['courses.id', 'courses.playlist_id', 'courses.title'])
    .select(({ ref }) => ref('courses.unavailable_since').$notNull().as('since'))
    .where('playlists.teacher_id', '=', params.value('teacherId'))
    .where('courses.unavailable_since', 'is not', null)
    .where('courses.trash_id', 'is', null),
)

/** The playlists of a teacher, who has few. By the status, PostgreSQL would look for them among the drafts of all. */
export const findPlaylists = prepared((db, params: Params<{ teacherId: string }>) =>
  db
    .selectFrom('playlists')
    .select(['id', 'title', 'status', 'updated_at as since'])
    .where('teacher_id', '=', params.value('teacherId'))
    .where('trash_id', 'is', null),
)
