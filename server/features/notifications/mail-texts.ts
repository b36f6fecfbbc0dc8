import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { actorsOf, countOf, isAfterReport } from '#contract/notifications/notification-texts.ts'
import type { Notification } from '#contract/notifications/notifications.ts'

const BECAUSE = 'You get this email because'

/** Why the reader gets a mail of this kind: one line. */
export function reasonOf(notification: Notification, siteName: string): string {
  const { kind, playlist, title } = notification
  const named = `“${playlist ?? title ?? 'a playlist'}”`
  const admin = `${BECAUSE} you are an admin of ${siteName}.`
  const reasons: Record<NotificationKind, string> = {
    reply: `${BECAUSE} someone replied to your comment.`,
    answer: `${BECAUSE} someone answered your question.`,
    comment: `${BECAUSE} people commented on your course.`,
    question: `${BECAUSE} someone asked a question on your course.`,
    decision: `${BECAUSE} ${isAfterReport(notification) ? 'it was reported' : 'your work was reviewed'}.`,
    video_gone: `${BECAUSE} the video is in your playlist.`,
    video_followed: `${BECAUSE} you follow ${named}.`,
    video_saved: `${BECAUSE} you saved ${named}.`,
    playlist_new: `${BECAUSE} you follow ${actorsOf(notification)}.`,
    report_decided: `${BECAUSE} you reported it.`,
    review_waiting: admin,
    report: admin,
    broken: admin,
    security: 'This is about the safety of your account, so you always get it.',
  }
  return reasons[kind]
}

/** The button of an immediate mail. */
export const BUTTONS: Record<NotificationKind, string> = {
  reply: 'Read the reply',
  answer: 'Read the answer',
  comment: 'Read the comment',
  question: 'Read and answer',
  decision: 'See the decision',
  video_gone: 'Replace the video',
  video_followed: 'Watch it',
  video_saved: 'Watch it',
  playlist_new: 'See the playlist',
  report_decided: 'See it',
  review_waiting: 'Open the review desk',
  report: 'Look at the report',
  broken: 'Open the site',
  security: 'Check your account',
}

type Heading = (notification: Notification, title: string) => string

/** The heading of an entry in the daily mail. */
const HEADINGS: Partial<Record<NotificationKind, Heading>> = {
  reply: ({ count }, title) => `${countOf(count, 'reply', 'replies')} to your comment on ${title}`,
  answer: ({ count }, title) => `${countOf(count, 'answer')} to your question on ${title}`,
  comment: ({ count }, title) => `${countOf(count, 'comment')} on ${title}`,
  question: ({ count }, title) => `${countOf(count, 'question')} on ${title}`,
  video_followed: newVideos,
  video_saved: newVideos,
  playlist_new: (notification) => `A new playlist from ${actorsOf(notification)}`,
  review_waiting: ({ count }) => `${countOf(count, 'submission')} waiting for review`,
}

function newVideos({ data: { videos = 1 }, playlist }: Notification, title: string): string {
  const where = playlist ?? title
  return videos === 1 ? `A new video in ${where}` : `${videos} new videos in ${where}`
}

/** `undefined` for a kind whose heading is its sentence. */
export function headingOf(notification: Notification): string | undefined {
  return HEADINGS[notification.kind]?.(notification, notification.title ?? 'your course')
}

type Sum = (n: number) => string

/** The parts of the daily mail's summary. */
const SUMS: Record<NotificationKind, Sum> = {
  reply: (n) => (n === 1 ? 'a reply to you' : `${n} replies to you`),
  answer: (n) => (n === 1 ? 'an answer to your question' : `${n} answers to your questions`),
  comment: (n) => (n === 1 ? 'a comment on your course' : `${n} comments on your courses`),
  question: (n) => (n === 1 ? 'a question on your course' : `${n} questions on your courses`),
  decision: (n) => (n === 1 ? 'a decision on your work' : `${n} decisions on your work`),
  video_gone: (n) => (n === 1 ? 'a video that no longer plays' : `${n} videos that no longer play`),
  video_followed: (n) => (n === 1 ? 'a new video' : `${n} new videos`),
  video_saved: (n) => (n === 1 ? 'a new video in a saved playlist' : `${n} new videos in saved playlists`),
  playlist_new: (n) => (n === 1 ? 'a new playlist' : `${n} new playlists`),
  report_decided: (n) => (n === 1 ? 'a decided report' : `${n} decided reports`),
  review_waiting: (n) => (n === 1 ? 'a submission to review' : `${n} submissions to review`),
  report: (n) => (n === 1 ? 'a new report' : `${n} new reports`),
  broken: () => 'something that is broken',
  security: () => 'a change of your account',
}

/** "4 comments on your courses, 2 new videos and a new playlist". */
export function summaryOf(notifications: Notification[]): string {
  const sums = new Map<NotificationKind, number>()
  for (const { kind, count, data } of notifications) {
    const isVideos = kind === 'video_followed' || kind === 'video_saved'
    sums.set(kind, (sums.get(kind) ?? 0) + (isVideos ? (data.videos ?? count) : count))
  }
  return new Intl.ListFormat('en-GB').format([...sums].map(([kind, n]) => SUMS[kind](n)))
}
