import type { NotificationData } from '#contract/notifications/notification-fields.ts'
import { KINDS } from '#contract/notifications/notification-kinds.ts'
import type { ListedRow } from './list.queries.ts'
import type { Subject } from './subjects.queries.ts'

interface Shown {
  subject: Subject | undefined
  data: NotificationData
  /** Whether the entry stands for several notifications. */
  many: boolean
  viewer: { id: string }
}

type Row = Pick<ListedRow, 'kind' | 'subject_kind' | 'subject_id'>

/** The path that an entry links to; null if there is none. */
export function linkOf(row: Row, shown: Shown): string | null {
  const { link } = KINDS[row.kind]
  if (link === 'work') return workLink(row, shown)
  if (link === 'videos' && shown.many && shown.subject?.playlistId)
    return playlistLink(shown.subject.playlistId)
  return link === 'subject' || link === 'videos' ? subjectLink(row, shown) : link
}

const playlistLink = (id: string) => `/playlist-details/${id}`

function subjectLink({ subject_kind: kind, subject_id: id }: Row, { subject }: Shown): string | null {
  const { playlistId, courseId } = subject ?? {}
  if (kind === 'user') return `/profile/${id}`
  if (kind === 'playlist') return playlistLink(id)
  if (playlistId === undefined || courseId === undefined) return null
  const watch = `/watch-video/${playlistId}/${courseId}`
  return kind === 'comment' ? `${watch}?comment=${id}` : watch
}

/**
 * A teacher's playlist or course: its public page once it is approved, or kept after a report, else where it is edited. A
 * reported comment or profile has only one place.
 */
function workLink(row: Row, { subject, data, ...shown }: Shown): string | null {
  const { playlistId, courseId, isPublic } = subject ?? {}
  const isWork = row.subject_kind === 'course' || row.subject_kind === 'playlist'
  const isOnline = isPublic && (data.state === 'approved' || data.state === 'kept')
  if (!isWork || isOnline) return subjectLink(row, { subject, data, ...shown })
  if (playlistId === undefined) return null
  return courseId === undefined
    ? `/teacher-dashboard/edit-playlist/${playlistId}`
    : `/teacher-dashboard/edit-course/${playlistId}/${courseId}`
}
