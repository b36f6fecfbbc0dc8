import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { afterRow } from '#server/data/keyset.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { Reader } from '#server/features/catalog/hidden-comments.queries.ts'
import { courseVisibleTo, visibleTo } from '#server/features/catalog/playlists/visibility.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

type OfReader = { userId: string; isAdmin: number }
/** A page after the row with these two keys. */
type Page = OfReader & { at: string; id: string; most: number }

function readerIn(params: { value: Params<OfReader>['value'] }): Reader {
  return { id: params.value('userId'), isAdmin: params.value('isAdmin') }
}

/** Playlists that the user may see, has started and not finished and has not hidden. */
function started(db: Db, reader: Reader) {
  return db
    .selectFrom('playlist_progress')
    .innerJoin('playlists', 'playlists.id', 'playlist_progress.playlist_id')
    .where('playlist_progress.user_id', '=', reader.id)
    .where('playlist_progress.hidden_at', 'is', null)
    .where('playlists.trash_id', 'is', null)
    .where(({ eb, ref }) =>
      eb(
        'playlist_progress.done_count',
        '<',
        eb(ref('playlists.approved_courses_count'), '-', ref('playlists.unavailable_count')),
      ),
    )
    .where(visibleTo(reader))
}

/** The page of "Continue watching", latest first: one read of the index. */
export const startedPage = prepared((db, params: Params<Page>) =>
  started(db, readerIn(params))
    .select([
      'playlist_progress.playlist_id',
      'playlist_progress.last_course_id',
      'playlist_progress.updated_at as at',
    ])
    .where(
      afterRow(['playlist_progress.updated_at', 'playlist_progress.playlist_id'], 'desc', [
        params.value('at'),
        params.value('id'),
      ]),
    )
    .orderBy('playlist_progress.updated_at', 'desc')
    .orderBy('playlist_progress.playlist_id', 'desc')
    .limit(params.value('most')),
)

export const countStarted = prepared((db, params: Params<OfReader>) =>
  started(db, readerIn(params)).select(({ fn }) => fn.countAll<number>().as('total')),
)

/** Progress in courses that the user may still see. */
function watched(db: Db, reader: Reader) {
  return db
    .selectFrom('progress')
    .innerJoin('courses', 'courses.id', 'progress.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .where('progress.user_id', '=', reader.id)
    .where('courses.trash_id', 'is', null)
    .where(courseVisibleTo(reader))
}

function watchedPage(column: 'updated_at' | 'done_at') {
  return prepared((db, params: Params<Page>) =>
    watched(db, readerIn(params))
      .select(['courses.id as course_id', 'courses.playlist_id', `progress.${column} as at`])
      .where(
        afterRow([`progress.${column}`, 'progress.course_id'], 'desc', [
          params.value('at'),
          params.value('id'),
        ]),
      )
      .orderBy(`progress.${column}`, 'desc')
      .orderBy('progress.course_id', 'desc')
      .limit(params.value('most')),
  )
}

export const historyPage = watchedPage('updated_at')
/** Rows without a mark have no `done_at`, and no comparison finds them. */
export const donePage = watchedPage('done_at')

export const countHistory = prepared((db, params: Params<OfReader>) =>
  watched(db, readerIn(params)).select(({ fn }) => fn.countAll<number>().as('total')),
)

export const countDone = prepared((db, params: Params<OfReader>) =>
  watched(db, readerIn(params))
    .where('progress.done_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('total')),
)

/** The courses of some playlists in teaching order, with the time of the user's mark. */
export const marksInside = prepared((db, params: Params<{ userId: string; playlistIds: string[] }>) =>
  db
    .selectFrom('courses')
    .leftJoin('progress', (join) =>
      join.onRef('progress.course_id', '=', 'courses.id').on('progress.user_id', '=', params.value('userId')),
    )
    .select([
      'courses.playlist_id',
      'courses.id',
      'courses.status',
      'courses.unavailable_since',
      'progress.done_at',
    ])
    .where(params.among('courses.playlist_id', 'playlistIds'))
    .where('courses.trash_id', 'is', null)
    .orderBy('courses.playlist_id')
    .orderBy('courses.position')
    .orderBy('courses.id'),
)

export const doneCounts = prepared((db, params: Params<{ userId: string; playlistIds: string[] }>) =>
  db
    .selectFrom('playlists')
    .leftJoin('playlist_progress', (join) =>
      join
        .onRef('playlist_progress.playlist_id', '=', 'playlists.id')
        .on('playlist_progress.user_id', '=', params.value('userId')),
    )
    .select(['playlists.id', 'playlists.unavailable_count', 'playlist_progress.done_count'])
    .where(params.among('playlists.id', 'playlistIds')),
)

/** What `changeOf` reads, … */
export const CHANGE_COLUMNS = [
  'courses.changed_at',
  'courses.changed_what',
  'progress.change_seen_at',
  'progress.updated_at',
] as const
/** … and the corrections: few courses have changed since the last save, and corrections may be long. */
export const changedCorrections = sql<
  string | null
>`case when courses.changed_at > progress.updated_at then courses.corrections end`.as('corrections')

/** Few videos that are not done were watched for the most part, and their bits take a few hundred bytes. */
const watchedBits = sql<Buffer | null>`case
  when progress.done_at is null and progress.watched_s * 2 >= courses.duration_s then progress.seconds
end`.as('bits')

/** Of a course. A subquery, because PostgreSQL would read all videos to join them. */
export const storyboardOf = sql<string | null>`(
  select storyboard from videos where videos.id = courses.source_key and courses.source = 'upload' and videos.state = 'ready'
)`.as('storyboard')

const coursesOf = prepared((db, params: Params<{ userId: string; ids: string[] }>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .innerJoin('images', 'images.name', 'courses.image')
    .leftJoin('progress', (join) =>
      join.onRef('progress.course_id', '=', 'courses.id').on('progress.user_id', '=', params.value('userId')),
    )
    .select([storyboardOf, watchedBits])
    .select([
      'courses.id',
      'courses.title',
      'courses.status',
      'playlists.shown as playlist_shown',
      'courses.source',
      'courses.source_key',
      'courses.video_id',
      'courses.duration_s as course_seconds',
      'courses.start_s',
      'images.name',
      'images.width',
      'images.height',
      'images.widths',
      'images.placeholder',
      'progress.video_key',
      'progress.at_s',
      'progress.watched_s',
      'progress.done_at',
      'progress.done_by',
      ...CHANGE_COLUMNS,
    ])
    .select(changedCorrections)
    .where(params.among('courses.id', 'ids')),
)

/** Courses by id, with the user's progress and the reference of their picture. */
export async function cardCourses(db: Db, userId: string, ids: string[]) {
  const rows = ids.length === 0 ? [] : await coursesOf(db, { userId, ids })
  return new Map(rows.map((row) => [row.id, { ...row, image: imageRef(row) }]))
}

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
      'progress.done_at',
      'progress.done_by',
      ...CHANGE_COLUMNS,
    ])
    .select(changedCorrections)
    .where('courses.playlist_id', '=', params.value('playlistId'))
    .where('courses.trash_id', 'is', null)
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
