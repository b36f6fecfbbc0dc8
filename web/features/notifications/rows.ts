import { countOf } from '#contract/format.ts'
import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { strong, type TextPart } from '#contract/notifications/notification-words.ts'
import type { Notification } from '#contract/notifications/notifications.ts'

/** What a teacher published. */
const PUBLISHED: readonly NotificationKind[] = ['video_followed', 'video_saved', 'playlist_new']

/**
 * The rows of one page of notifications, the newest first. What one teacher published on one day is one row of several
 * notifications, at the place of the newest; every other row has one.
 */
export function rowsOf(page: readonly Notification[]): Notification[][] {
  return [...Map.groupBy(page, rowOf).values()]
}

function rowOf({ _id, kind, actors, createdAt }: Notification): string {
  const [teacher] = actors
  const isPublished = teacher !== undefined && PUBLISHED.includes(kind)
  return isPublished ? `${teacher._id} ${new Date(createdAt).toDateString()}` : _id
}

/** "Marta Lindqvist published 5 videos in 2 playlists" */
export function publishedText(row: readonly Notification[]): TextPart[] {
  const videos = row.reduce((sum, { data }) => sum + (data.videos ?? 1), 0)
  // Links to a video and to a playlist both name the playlist second.
  const playlists = new Set(row.map(({ link, subject }) => link?.split('/')[2] ?? subject._id)).size
  const what = [...(videos > 0 ? [countOf(videos, 'video')] : []), countOf(playlists, 'playlist')]
  return [strong(row[0]?.actors[0]?.username ?? 'Someone'), ` published ${what.join(' in ')}`]
}
