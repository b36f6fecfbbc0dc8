import type { ReportedSubject } from '#contract/reports/reports.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { HIDDEN } from '#server/features/catalog/hidden-comments.queries.ts'
import { sentStatus } from '#server/features/catalog/versions/newest.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

type Ids = Params<{ ids: string[] }>

const IMAGE = ['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'] as const

const findComments = prepared((db, params: Ids) =>
  db
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['comments.id', 'comments.text', 'comments.created_at', 'courses.id as course_id'])
    .select(['courses.title', 'playlists.id as playlist_id', 'playlists.title as playlist_title'])
    .select(HIDDEN)
    .where(params.among('comments.id', 'ids')),
)

const findCourses = prepared((db, params: Ids) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .innerJoin('images', 'images.name', 'courses.image')
    .select(['courses.id', 'courses.title', 'courses.description as text', 'courses.status'])
    .select(['courses.created_at', 'playlists.id as playlist_id', 'playlists.title as playlist_title'])
    .select(IMAGE)
    .where(params.among('courses.id', 'ids')),
)

const findPlaylists = prepared((db, params: Ids) =>
  db
    .selectFrom('playlists')
    .innerJoin('images', 'images.name', 'playlists.image')
    .select(['playlists.id', 'playlists.title', 'playlists.description as text', 'playlists.status'])
    .select(['playlists.created_at'])
    .select(IMAGE)
    .where(params.among('playlists.id', 'ids')),
)

const findPeople = prepared((db, params: Ids) =>
  db
    .selectFrom('users')
    .innerJoin('images', 'images.name', 'users.photo')
    .select(['users.id', 'users.username as title', 'users.profession', 'users.site_quote'])
    .select(['users.created_at'])
    .select(IMAGE)
    .where(params.among('users.id', 'ids')),
)

interface Wanted {
  subject_kind: ReportedSubject['kind']
  subject_id: string
}

/** The reported subjects by id. Runs at most four queries. */
export async function subjectsOf(db: Db, wanted: Wanted[]): Promise<Map<string, ReportedSubject>> {
  const idsOf = (kind: ReportedSubject['kind']) =>
    wanted.filter(({ subject_kind }) => subject_kind === kind).map(({ subject_id }) => subject_id)
  const read = async <Row>(
    kind: ReportedSubject['kind'],
    query: (db: Db, values: { ids: string[] }) => Promise<Row[]>,
  ) => {
    const ids = idsOf(kind)
    return ids.length === 0 ? [] : query(db, { ids })
  }
  const [ofComments, ofCourses, ofPlaylists, ofPeople] = await Promise.all([
    read('comment', findComments),
    read('course', findCourses),
    read('playlist', findPlaylists),
    read('user', findPeople),
  ])
  const subjects: ReportedSubject[] = [
    ...ofComments.map((row) => ({
      ...common('comment', row),
      courseId: row.course_id,
      playlist: { _id: row.playlist_id, title: row.playlist_title },
      hidden: row.hidden === 1,
    })),
    ...ofCourses.map((row) => ({
      ...common('course', row),
      image: imageRef(row),
      courseId: row.id,
      playlist: { _id: row.playlist_id, title: row.playlist_title },
      status: sentStatus(row.status),
    })),
    ...ofPlaylists.map((row) => ({
      ...common('playlist', row),
      image: imageRef(row),
      playlist: { _id: row.id, title: row.title },
      status: sentStatus(row.status),
    })),
    ...ofPeople.map((row) => ({
      ...common('user', { ...row, text: [row.profession ?? '', row.site_quote ?? ''].join('\n').trim() }),
      image: imageRef(row),
    })),
  ]
  return new Map(subjects.map((subject) => [subject._id, subject]))
}

interface CommonRow {
  id: string
  title: string
  text: string | null
  created_at: string
}

function common<Kind extends ReportedSubject['kind']>(kind: Kind, row: CommonRow) {
  const { id, title, text, created_at } = row
  return { kind, _id: id, title, text: text ?? '', createdAt: created_at, hidden: false }
}
