import type { SessionUser } from '#contract/account/session-user.ts'
import type { User } from '#contract/account/users.ts'
import { FOLLOWERS_SHOWN_FROM } from '#contract/reactions/follows.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { UserRow } from '#server/data/account-rows.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { reactionsByTeacher } from '#server/features/catalog/playlists/reaction-totals.queries.ts'
import {
  countRestricted,
  playlistsOfTeachers,
  type TeacherPlaylist,
} from '#server/features/catalog/playlists/teacher-playlists.queries.ts'
import { type ImageColumns, imageRef } from '#server/features/media/image-ref.ts'
import { readSavedIds } from '#server/features/reactions/saves.queries.ts'

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
    .where(params.among('users.id', 'ids'))
    .where('users.deleted_at', 'is', null),
)

/**
 * Users as `viewer` may see them, in the order of `ids`; skips unknown ids. The number of queries is constant. Only the
 * owner and admins see an e-mail address.
 */
export async function publicUsers(db: Db, viewer: Viewer | undefined, ids: string[]): Promise<User[]> {
  const rows = await findRows(db, { ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const teachers = rows.filter(({ role }) => role === 'Teacher').map(({ id }) => id)
  const [created, saved, reactions] = await Promise.all([
    playlistsOfTeachers(db, viewer, teachers),
    viewer && byId.has(viewer.id) ? readSavedIds(db, viewer) : [],
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

function publicFields(row: PublicRow, created: TeacherPlaylist[]): User {
  const more = countRestricted(created)
  return {
    _id: row.id,
    username: row.username,
    role: row.role,
    ...(row.profession !== null && { profession: row.profession }),
    profilePhoto: imageRef(row),
    createdAt: row.created_at,
    createdPlaylists: created.map(({ id }) => id),
    savedPlaylistsCount: row.saves_count,
    ...(row.role === 'Teacher' && {
      approvedPlaylistsCount: row.approved_playlists_count + more.playlists,
      approvedCoursesCount: row.approved_courses_count + more.courses,
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
  const created = await playlistsOfTeachers(db, { id: userId }, row.role === 'Teacher' ? [userId] : [])
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    ...(row.profession !== null && { profession: row.profession }),
    profilePhoto: imageRef(row),
    isAdmin: row.is_admin === 1,
    createdAt: row.created_at,
    createdPlaylists: (created.get(userId) ?? []).map(({ id }) => id),
    savedPlaylists: await readSavedIds(db, { id: userId, isAdmin: row.is_admin === 1 }),
    token,
  }
}
