import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

type Of = Params<{ userId: string }>

/** What the list of everybody does not say of an account. */
const findAccountFacts = prepared((db, params: Of) =>
  db
    .selectFrom('users')
    .leftJoin('users as deleter', 'deleter.id', 'users.deleted_by')
    .leftJoin('totp', (join) =>
      join.onRef('totp.user_id', '=', 'users.id').on('totp.confirmed_at', 'is not', null),
    )
    .select(['users.email_verified_at', 'users.trusted', 'users.suspended_at', 'users.suspended_reason'])
    .select(['users.deleted_at', 'users.deleted_by', 'users.password_hash', 'users.quota_gb'])
    .select(['deleter.username as deleter', 'totp.confirmed_at as authenticator_at'])
    .select(({ selectFrom }) =>
      selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .where('passkeys.disabled_at', 'is', null)
        .as('passkeys'),
    )
    .where('users.id', '=', params.value('userId')),
)

export async function accountFacts(db: Db, userId: string) {
  const [facts] = await findAccountFacts(db, { userId })
  return facts
}

/** How many playlists of a teacher are in each status, and in the trash, with their videos. */
export const playlistsByStatus = prepared((db, params: Of) =>
  db
    .selectFrom('playlists')
    .select(['status', sql<number>`case when trash_id is null then 0 else 1 end`.as('in_trash')])
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.sum<number>('courses_count').as('videos')])
    .where('teacher_id', '=', params.value('userId'))
    .groupBy(['status', sql`case when trash_id is null then 0 else 1 end`]),
)

const SHOWN = 5

export const newestPlaylists = prepared((db, params: Of) =>
  db
    .selectFrom('playlists')
    .select(['id', 'title', 'status', 'courses_count'])
    .where('teacher_id', '=', params.value('userId'))
    .where('trash_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(sql.lit(SHOWN)),
)

/** Numbers only: what somebody watches stays private. */
export const learningNumbers = prepared((db, params: Of) =>
  db
    .selectFrom('progress')
    .select(({ fn }) => [
      fn.countAll<number>().as('started'),
      fn.count<number>('done_at').as('done'),
      fn.sum<number | null>('watched_s').as('seconds'),
    ])
    .where('user_id', '=', params.value('userId')),
)

export const decisionsByState = prepared((db, params: Of) =>
  db
    .selectFrom('revisions')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('teacher_id', '=', params.value('userId'))
    .where('decided_at', 'is not', null)
    .groupBy('state'),
)

export const newestDecisions = prepared((db, params: Of) =>
  db
    .selectFrom('revisions')
    .innerJoin('playlists', 'playlists.id', 'revisions.playlist_id')
    .leftJoin('courses', 'courses.id', 'revisions.course_id')
    .leftJoin('users', 'users.id', 'revisions.decided_by')
    .select(['revisions.state', 'revisions.decided_at as at', 'revisions.subject', 'revisions.message'])
    .select(['users.username as by', 'playlists.title as playlist', 'courses.title as course'])
    .where('revisions.teacher_id', '=', params.value('userId'))
    .where('revisions.decided_at', 'is not', null)
    .orderBy('revisions.decided_at', 'desc')
    .orderBy('revisions.id', 'desc')
    .limit(sql.lit(SHOWN)),
)

export const reportsByState = prepared((db, params: Of) =>
  db
    .selectFrom('reports')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('author_id', '=', params.value('userId'))
    .groupBy('state'),
)

export const newestReports = prepared((db, params: Of) =>
  db
    .selectFrom('reports')
    .leftJoin('users', 'users.id', 'reports.decided_by')
    .leftJoin('playlists', 'playlists.id', 'reports.subject_id')
    .leftJoin('courses', (join) =>
      join.on(({ or, eb, ref }) =>
        or([
          eb('courses.id', '=', ref('reports.subject_id')),
          eb('courses.id', '=', ref('reports.course_id')),
        ]),
      ),
    )
    .select(['reports.state', 'reports.decided_at as at', 'reports.subject_kind', 'reports.reason'])
    .select(['users.username as by', 'playlists.title as playlist', 'courses.title as course'])
    .where('reports.author_id', '=', params.value('userId'))
    .where('reports.decided_at', 'is not', null)
    .orderBy('reports.decided_at', 'desc')
    .limit(sql.lit(SHOWN)),
)
