import type { SessionUser } from '#contract/account/session-user.ts'
import type { User } from '#contract/account/users.ts'
import { FOLLOWERS_SHOWN_FROM } from '#contract/reactions/follows.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { UserRow } from '#server/data/account-rows.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { reactionsByTeacher } from '#server/features/catalog/playlists/reaction-totals.queries.ts'
import { type ImageColumns, imageRef } from '#server/features/media/image-ref.ts'

/** A teacher has at most this many playlists. */
const CREATED_MAX = 200

type PublicRow = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'email'
  | 'role'
  | 'profession'
  | 'is_admin'
  | 'trusted'
  | 'suspended_at'
  | 'suspended_reason'
  | 'approved_playlists_count'
  | 'approved_courses_count'
  | 'saves_count'
  | 'followers_count'
  | 'site_quote'
  | 'created_at'
  | 'profile_private'
> &
  ImageColumns

const findRows = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('users')
    .innerJoin('images', 'images.name', 'users.photo')
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.role',
      'users.profession',
      'users.is_admin',
      'users.trusted',
      'users.suspended_at',
      'users.suspended_reason',
      'users.approved_playlists_count',
      'users.approved_courses_count',
      'users.saves_count',
      'users.followers_count',
      'users.site_quote',
      'users.created_at',
      'users.profile_private',
      'images.name',
      'images.width',
      'images.height',
      'images.widths',
      'images.placeholder',
    ])
    .where(params.among('users.id', 'ids')),
)

/** Maps each teacher's id to the ids of their public playlists, newest first. */
async function publicPlaylistIds(db: Db, teacherIds: string[]): Promise<Map<string, string[]>> {
  const created = new Map<string, string[]>(teacherIds.map((id) => [id, []]))
  if (teacherIds.length === 0) return created
  const rows = await publicOf(db, { teacherIds })
  for (const { id, teacher_id } of rows.toReversed()) {
    const ids = created.get(teacher_id)
    if (ids && ids.length < CREATED_MAX) ids.push(id)
  }
  return created
}

/** Oldest first, in the order of the index. */
const publicOf = prepared((db, params: Params<{ teacherIds: string[] }>) =>
  db
    .selectFrom('playlists')
    .select(['id', 'teacher_id'])
    .where(params.among('teacher_id', 'teacherIds'))
    .where('status', '=', 'approved')
    .orderBy('teacher_id')
    .orderBy('id'),
)

/** Newest save first. */
async function savedPlaylistIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('saves')
    .select('playlist_id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ playlist_id }) => playlist_id)
}

/**
 * Users as `viewer` may see them, in the order of `ids`; skips unknown ids. The number of queries is constant. Only the
 * owner and admins see an e-mail address.
 */
export async function publicUsers(db: Db, viewer: Viewer | undefined, ids: string[]): Promise<User[]> {
  const rows = await findRows(db, { ids })
  const teachers = rows.filter(({ role }) => role === 'Teacher').map(({ id }) => id)
  return visibleTo(db, viewer, { ids, rows, created: await publicPlaylistIds(db, teachers) })
}

/** The same for teachers whose public playlists the caller has read already, newest first, in the order of the result. */
export async function publicTeachers(
  db: Db,
  viewer: Viewer | undefined,
  created: Map<string, string[]>,
): Promise<User[]> {
  const ids = [...created.keys()]
  return visibleTo(db, viewer, { ids, rows: await findRows(db, { ids }), created })
}

interface UserRows {
  ids: string[]
  rows: PublicRow[]
  created: Map<string, string[]>
}

async function visibleTo(
  db: Db,
  viewer: Viewer | undefined,
  { ids, rows, created }: UserRows,
): Promise<User[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const teachers = rows.filter(({ role }) => role === 'Teacher').map(({ id }) => id)
  const [saved, reactions] = await Promise.all([
    viewer && byId.has(viewer.id) ? savedPlaylistIds(db, viewer.id) : [],
    reactionsByTeacher(db, teachers),
  ])
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const isSelf = viewer?.id === id
    return {
      ...publicFields(row, created.get(id) ?? []),
      ...(row.site_quote !== null && { siteQuote: row.site_quote }),
      ...reactionCounts(reactions.get(id)),
      ...privacyOf(row, viewer),
      ...((isSelf || viewer?.isAdmin) && { email: row.email, isAdmin: row.is_admin === 1 }),
      ...(viewer?.isAdmin && row.role === 'Teacher' && { trusted: row.trusted === 1 }),
      ...(viewer?.isAdmin && suspensionOf(row)),
      ...(isSelf && { savedPlaylists: saved }),
    }
  })
}

const HIDDEN_FIELDS = {
  profession: undefined,
  savedPlaylistsCount: 0,
  siteQuote: undefined,
  likesCount: undefined,
  commentsCount: undefined,
} satisfies Partial<User>

/** The fields that a hidden profile changes for this viewer. A teacher's public playlists stay. */
function privacyOf({ id, profile_private }: PublicRow, viewer: Viewer | undefined): Partial<User> {
  const isSelf = viewer?.id === id
  if (profile_private === 0) return isSelf ? { profilePrivate: false } : {}
  const hidden = isSelf || viewer?.isAdmin ? {} : HIDDEN_FIELDS
  return { ...hidden, profilePrivate: true }
}

function reactionCounts(reactions: { likes: number; comments: number } | undefined): Partial<User> {
  return reactions ? { likesCount: reactions.likes, commentsCount: reactions.comments } : {}
}

/** The key `suspended` of a suspended account. */
export function suspensionOf({
  suspended_at: at,
  suspended_reason: reason,
}: Pick<UserRow, 'suspended_at' | 'suspended_reason'>): { suspended?: { at: string; reason: string } } {
  return at === null ? {} : { suspended: { at, reason: reason ?? '' } }
}

function publicFields(row: PublicRow, createdPlaylists: string[]): User {
  return {
    _id: row.id,
    username: row.username,
    role: row.role,
    ...(row.profession !== null && { profession: row.profession }),
    profilePhoto: imageRef(row),
    createdAt: row.created_at,
    createdPlaylists,
    savedPlaylistsCount: row.saves_count,
    ...(row.role === 'Teacher' && {
      approvedPlaylistsCount: row.approved_playlists_count,
      approvedCoursesCount: row.approved_courses_count,
    }),
    ...(row.followers_count >= FOLLOWERS_SHOWN_FROM && { followersCount: row.followers_count }),
  }
}

/** A user who has just logged in, with their session's token. */
export async function findSessionUser(
  db: Db,
  userId: string,
  token: string,
): Promise<SessionUser | undefined> {
  const [row] = await findRows(db, { ids: [userId] })
  if (!row) return undefined
  const created = await publicPlaylistIds(db, row.role === 'Teacher' ? [userId] : [])
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    ...(row.profession !== null && { profession: row.profession }),
    profilePhoto: imageRef(row),
    isAdmin: row.is_admin === 1,
    createdAt: row.created_at,
    createdPlaylists: created.get(userId) ?? [],
    savedPlaylists: await savedPlaylistIds(db, userId),
    token,
  }
}
