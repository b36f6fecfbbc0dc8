import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import type { AuditEntry } from '#contract/review/audit.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useWrite } from '#web/core/use-write.ts'

const PAGE = '50'
const NAMES = '5'

export type AuditFilter = Pick<NonNullable<CallInput<'review.audit'>['query']>, 'user' | 'action' | 'day'>

/** The entries of the audit log, newest first. */
export const auditOf = (call: Call, filter: AuditFilter) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: ['audit', filter],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call('review.audit', {
        query: { ...filter, limit: PAGE, cursor: pageParam || undefined },
        signal,
      })
      return typeof page === 'string' ? { entries: NO_ENTRIES, total: 0, nextCursor: null } : page
    },
    placeholderData: keepPreviousData,
    meta: { toast: true },
  })

const NO_ENTRIES: AuditEntry[] = []

/** Users by name, for the filter. */
export const usersNamed = (call: Call, q: string) =>
  queryOptions({
    queryKey: ['audit', 'users', q],
    queryFn: ({ signal }) => call('users.list', { query: { q, limit: NAMES }, signal }),
    meta: { toast: true },
  })

/** Downloads everything that matches as a table. */
export function useExportAudit(filter: AuditFilter) {
  const call = useCall()
  return useWrite({
    mutationFn: () => call('review.audit', { query: { ...filter, format: 'csv' } }),
    onSuccess: (csv) => {
      if (typeof csv === 'string')
        download(`audit${filter.day === undefined ? '' : ` ${filter.day}`}.csv`, csv)
    },
  })
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** What the actions of the audit log mean, in the order of the filter. */
export const AUDIT_ACTIONS: Readonly<Record<string, string>> = {
  login: 'Logged in',
  'login.failed': 'Failed to log in',
  logout: 'Logged out',
  register: 'Registered',
  'session.ended': 'Ended a session',
  'password.changed': 'Changed the password',
  'password.reset': 'Reset the password',
  'reset.code': 'Created a reset code',
  'reset.link': 'Mailed a link to a new password',
  'email.changed': 'Changed the email',
  'email.verified': 'Confirmed the email',
  'email.restored': 'Took back a changed email',
  'role.changed': 'Changed the role',
  'admin.made': 'Made an admin',
  'admin.unmade': 'Removed an admin',
  'user.trusted': 'Trusted a teacher',
  'user.untrusted': 'Stopped trusting a teacher',
  'user.deleted': 'Deleted an account',
  'user.suspended': 'Suspended an account',
  'user.unsuspended': 'Lifted a suspension',
  'user.restored': 'Restored an account',
  'user.quota': 'Changed how much a person may upload',
  'playlists.handedOver': 'Handed the playlists of a teacher over',
  'data.exported': 'Asked for a copy of their own data',
  'report.decided': 'Decided about reports',
  'settings.changed': 'Changed a setting',
  'legal.published': 'Published a legal page',
  'teaching.decided': 'Decided on a request to teach',
  'playlist.decided': 'Decided on a playlist',
  'course.decided': 'Decided on a video',
  'playlist.status': 'Set the status of a playlist',
  'course.status': 'Set the status of a video',
  'playlist.visibility': 'Changed who can see a playlist',
  'playlist.link': 'Replaced the link of a playlist',
  'playlist.deleted': 'Deleted a playlist',
  'course.deleted': 'Deleted a video',
  'playlist.restored': 'Restored a playlist',
  'course.restored': 'Restored a video',
  'playlist.purged': 'Deleted a playlist for good',
  'course.purged': 'Deleted a video for good',
  'comment.deleted': 'Deleted a comment',
  'captions.saved': 'Saved captions',
  'captions.deleted': 'Deleted captions',
  'category.created': 'Created a category',
  'category.renamed': 'Renamed a category',
  'category.deleted': 'Deleted a category',
  'invitation.created': 'Invited people',
  'invitation.sent': 'Sent an invitation again',
  'invitation.revoked': 'Withdrew an invitation',
  'invitation.accepted': 'Accepted an invitation',
  'import.started': 'Invited the people of a file',
  'group.created': 'Added a group',
  'group.changed': 'Changed a group',
  'group.deleted': 'Deleted a group',
  'group.joined': 'Added a person to a group',
  'group.left': 'Removed a person from a group',
  'group.lead.made': 'Made a lead of a group',
  'group.lead.unmade': 'Removed a lead of a group',
  refused: 'Was not allowed',
  throttled: 'Tried too often',
}

/** An action of a newer server keeps its own name. */
export const actionText = (action: string) => AUDIT_ACTIONS[action] ?? action

/** `from: submitted, to: approved` */
export const detailText = (detail: Record<string, string | number | boolean>) =>
  Object.entries(detail)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')
