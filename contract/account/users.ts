import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { Filter, ListQuery, ListReply, Order, WriteReply } from '#contract/lists.ts'
import { ImageRef } from '#contract/media/media.ts'
import { SUSPENSION_REASON_MAX, SUSPENSION_REASON_NEEDED } from '#contract/reports/report-messages.ts'
import { text } from '#contract/text.ts'
import { PlayerSettings } from '#contract/video/player.ts'
import { confirms, NewPassword, PASSWORD_UNCHANGED } from './auth.ts'
import { REAUTH_FIELDS } from './reauth.ts'
import { SessionUser } from './session-user.ts'
import { TeachingReason } from './teaching-reason.ts'
import { Email, Profession, Role, SiteQuote, Suspension, Username } from './user-fields.ts'

/**
 * A person as everybody sees them; `email`, `isAdmin` and `savedPlaylists` only for themself, the first two also for an
 * admin.
 */
export const User = z
  .object({
    _id: Id,
    username: z.string(),
    role: Role,
    profession: z.string().optional(),
    profilePhoto: ImageRef,
    createdAt: Timestamp,
    createdPlaylists: z.array(Id),
    savedPlaylistsCount: z.int(),
    approvedPlaylistsCount: z.int().optional(),
    approvedCoursesCount: z.int().optional(),
    /** Of a teacher, from five on. */
    followersCount: z.int().optional(),
    email: z.string().optional(),
    isAdmin: z.boolean().optional(),
    /** Only for an admin: what the teacher submits is approved at once. */
    trusted: z.boolean().optional(),
    /** Only for an admin. */
    suspended: Suspension.optional(),
    savedPlaylists: z.array(Id).optional(),
    /** Whether others see only the name and the picture. Others get it only if it is true. */
    profilePrivate: z.boolean().optional(),
    /** What they say about the site. */
    siteQuote: z.string().optional(),
    /** Of a teacher: likes of their public videos, and comments on them. */
    likesCount: z.int().optional(),
    commentsCount: z.int().optional(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

export const OLD_PASSWORD_FOR_PASSWORD = 'Enter your old password.'
export const OLD_PASSWORD_FOR_EMAIL = 'Enter your old password to change your email.'
export const OLD_PASSWORD_WRONG = 'Old password is incorrect.'
export const LEAVING_TEACHER = 'Delete your playlists before changing your role.'

/** The fields of a form with a picture are texts. */
const ProfilePrivate = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')],
  'Profile private must be true or false.',
)

/** Any subset of one's own profile; whether the old password is right, only the server knows. */
export const ProfileDraft = z
  .object({
    username: Username.optional(),
    email: Email.optional(),
    role: Role.optional(),
    profession: Profession.optional(),
    profilePrivate: ProfilePrivate.optional(),
    oldPassword: z.string().max(512).optional(),
    newPassword: NewPassword.optional(),
    confirmPassword: z.string().max(512).optional(),
    siteQuote: SiteQuote.optional(),
    /** Read where an admin decides who may teach. */
    teachingReason: TeachingReason.optional(),
  })
  .superRefine((draft, context) => {
    confirms(draft.newPassword, draft.confirmPassword, context)
    if (draft.newPassword !== undefined && !draft.oldPassword) {
      context.addIssue({ code: 'custom', path: ['oldPassword'], message: OLD_PASSWORD_FOR_PASSWORD })
    }
    if (draft.newPassword !== undefined && draft.newPassword === draft.oldPassword) {
      context.addIssue({ code: 'custom', path: ['newPassword'], message: PASSWORD_UNCHANGED })
    }
  })
export type ProfileDraft = z.infer<typeof ProfileDraft>

export const UsersQuery = ListQuery.extend({
  role: Role.optional(),
  q: Filter.optional(),
  /** Only people who say something about the site. */
  quoted: z.literal('true', 'Quoted must be true.').optional(),
  sort: z.enum(['name', 'email', 'role', 'created'], 'Sort must be name, email, role or created.').optional(),
  order: Order.optional(),
})
export type UsersQuery = z.infer<typeof UsersQuery>

const SuspensionDraft = z
  .object({
    suspended: z.boolean('Suspended must be true or false.'),
    reason: text({
      label: 'Reason',
      min: 0,
      max: SUSPENSION_REASON_MAX,
      short: SUSPENSION_REASON_NEEDED,
      long: `Reason must be at most ${SUSPENSION_REASON_MAX} characters.`,
    }).default(''),
    ...REAUTH_FIELDS,
  })
  .refine(({ suspended, reason }) => !suspended || reason !== '', {
    message: SUSPENSION_REASON_NEEDED,
    path: ['reason'],
  })

const UserReply = WriteReply.extend({ user: User })

export const usersApi = {
  list: endpoint('users.list', {
    summary: 'All people, newest first; an admin may sort',
    query: UsersQuery,
    reply: ListReply.extend({ users: z.array(User) }),
  }),
  player: endpoint('users.player', { summary: 'The caller’s player settings', reply: PlayerSettings }),
  setPlayer: endpoint('users.setPlayer', {
    summary: 'Change any of the player settings',
    rate: 'reaction',
    body: PlayerSettings.partial(),
    reply: PlayerSettings,
  }),
  get: endpoint('users.get', { summary: 'One person', reply: User }),
  suspend: endpoint('users.suspend', {
    summary: 'Suspend an account, or lift the suspension',
    body: SuspensionDraft,
    reply: UserReply,
  }),
  setRole: endpoint('users.setRole', {
    summary: 'Change the role of a user',
    body: z.object({ role: Role, ...REAUTH_FIELDS }),
    reply: UserReply,
  }),
  setAdmin: endpoint('users.setAdmin', {
    summary: 'Grant or revoke admin rights',
    body: z.object({ admin: z.boolean('Admin must be true or false.'), ...REAUTH_FIELDS }),
    reply: UserReply,
  }),
  update: endpoint('users.update', {
    summary: 'Change one’s own profile',
    body: ProfileDraft,
    reply: WriteReply.extend({ updatedUser: SessionUser }),
  }),
}
