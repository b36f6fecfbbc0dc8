/**
 * The kinds of notifications, one row each: everything that screens and mails show of a kind. A new kind is a row here and a
 * call of `notify` on the server. Without schemas, because the bell needs the rows in the browser.
 */
import { countOf } from '#contract/format.ts'
import type { MailSetting } from './notification-fields.ts'
import type { KindRow } from './notification-kind.ts'
import {
  actorsOf,
  afterReport,
  afterReview,
  brokenWords,
  findingWords,
  newVideos,
  newVideosHeading,
  playlistOf,
  SUBJECT_WORDS,
  securityWords,
  strong,
} from './notification-words.ts'

const ROWS = {
  reply: {
    data: [],
    setting: { group: 'Conversations', labels: ['Reply to me'], mail: 'now' },
    topic: 'replies to you',
    icon: { name: 'message' },
    link: 'subject',
    sentence: (n, title) => [strong(actorsOf(n)), ' replied to your comment on ', title],
    mail: {
      reason: 'You get this email because someone replied to your comment.',
      button: 'Read the reply',
      heading: ({ count }, title) => `${countOf(count, 'reply', 'replies')} to your comment on ${title}`,
      summary: (n) => (n === 1 ? 'a reply to you' : `${n} replies to you`),
      shows: 'texts',
    },
  },
  mention: {
    data: [],
    setting: { group: 'Conversations', labels: ['Mention of me'], mail: 'now' },
    topic: 'mentions of you',
    icon: { name: 'message' },
    link: 'subject',
    sentence: (n, title) => [strong(actorsOf(n)), ' mentioned you in a comment on ', title],
    mail: {
      reason: 'You get this email because someone mentioned you in a comment.',
      button: 'Read the comment',
      heading: ({ count }, title) => `${countOf(count, 'mention')} of you on ${title}`,
      summary: (n) => (n === 1 ? 'a mention of you' : `${n} mentions of you`),
      shows: 'texts',
    },
  },
  answer: {
    data: [],
    setting: { group: 'Conversations', labels: ['Answer to my question'], mail: 'now' },
    topic: 'answers to your questions',
    icon: { name: 'message' },
    link: 'subject',
    sentence: (n, title) => [strong(actorsOf(n)), ' answered your question on ', title],
    mail: {
      reason: 'You get this email because someone answered your question.',
      button: 'Read the answer',
      heading: ({ count }, title) => `${countOf(count, 'answer')} to your question on ${title}`,
      summary: (n) => (n === 1 ? 'an answer to your question' : `${n} answers to your questions`),
      shows: 'texts',
    },
  },
  comment: {
    data: [],
    setting: { group: 'Your teaching', labels: ['Comment on my course'], mail: 'daily' },
    topic: 'comments on your courses',
    icon: { name: 'message' },
    link: 'subject',
    sentence: (n, title) => [strong(actorsOf(n)), ' commented on ', title],
    mail: {
      reason: 'You get this email because people commented on your course.',
      button: 'Read the comment',
      linkToMany: (count) => `Read and answer all ${count}`,
      heading: ({ count }, title) => `${countOf(count, 'comment')} on ${title}`,
      summary: (n) => (n === 1 ? 'a comment on your course' : `${n} comments on your courses`),
      shows: 'texts',
    },
  },
  question: {
    data: [],
    setting: { group: 'Your teaching', labels: ['Question on my course'], mail: 'now' },
    topic: 'questions on your courses',
    icon: { name: 'question' },
    link: 'subject',
    sentence: (n, title) => [
      strong(actorsOf(n)),
      n.count === 1 ? ' asked a question on ' : ` asked ${n.count} questions on `,
      title,
    ],
    mail: {
      reason: 'You get this email because someone asked a question on your course.',
      button: 'Read and answer',
      heading: ({ count }, title) => `${countOf(count, 'question')} on ${title}`,
      summary: (n) => (n === 1 ? 'a question on your course' : `${n} questions on your courses`),
      shows: 'texts',
    },
  },
  decision: {
    data: ['state', 'reasons', 'notes', 'round', 'videos', 'message'],
    setting: { group: 'Your teaching', labels: ['Decision on my work'], mail: 'now' },
    topic: 'decisions on your work',
    icon: ({ state }) =>
      state === 'approved' ? { name: 'approved', tone: 'approved' } : { name: 'decision', tone: 'cancel' },
    link: 'work',
    sentence: (n, title) => afterReport(n) ?? afterReview(n, title),
    staysWhenGone: (n) => afterReport(n) !== undefined,
    detail: ({ gone, data: { message, reasons = 0, notes = 0 } }) => {
      if (message !== undefined) return `“${message}”`
      if (gone) return
      const parts = [
        ...(reasons > 0 ? [countOf(reasons, 'reason')] : []),
        ...(notes > 0 ? [countOf(notes, 'note')] : []),
      ]
      return parts.length === 0 ? undefined : parts.join(' and ')
    },
    mail: {
      reason: (n) =>
        `You get this email because ${afterReport(n) ? 'it was reported' : 'your work was reviewed'}.`,
      button: 'See the decision',
      summary: (n) => (n === 1 ? 'a decision on your work' : `${n} decisions on your work`),
      isAboutRemoval: true,
    },
  },
  review_reply: {
    data: ['round'],
    setting: { group: 'Your teaching', labels: ['Reply in a review'], mail: 'now' },
    topic: 'replies in reviews',
    icon: { name: 'message' },
    link: 'review',
    sentence: (n, title) => [strong(actorsOf(n)), ' replied to a review note on ', title],
    mail: {
      reason: 'You get this email because you take part in the review.',
      button: 'Read the reply',
      summary: (n) => (n === 1 ? 'a reply in a review' : `${n} replies in reviews`),
    },
  },
  published: {
    data: [],
    setting: { group: 'Your teaching', labels: ['Scheduled work is public'], mail: 'never' },
    topic: 'your scheduled work',
    icon: { name: 'approved', tone: 'approved' },
    link: 'subject',
    sentence: (_, title) => [title, ' is public now'],
    mail: {
      reason: 'You get this email because you scheduled it.',
      button: 'See it',
      summary: (n) => (n === 1 ? 'scheduled work that is public' : `${n} scheduled items that are public`),
    },
  },
  video_gone: {
    data: ['finding'],
    setting: { group: 'Your teaching', labels: ['A video of mine no longer plays'], mail: 'now' },
    topic: 'videos that no longer play',
    icon: { name: 'video-off', tone: 'cancel' },
    link: 'work',
    sentence: ({ data }, title) => [title, ` no longer plays: ${findingWords(data)}`],
    detail: ({ playlist }) => playlist ?? undefined,
    mail: {
      reason: 'You get this email because the video is in your playlist.',
      button: 'Replace the video',
      summary: (n) => (n === 1 ? 'a video that no longer plays' : `${n} videos that no longer play`),
    },
  },
  upload_failed: {
    data: ['fault'],
    setting: { group: 'Your teaching', labels: ['A file of mine could not be prepared'], mail: 'now' },
    topic: 'files that could not be prepared',
    icon: { name: 'video-off', tone: 'cancel' },
    link: 'work',
    sentence: (_, title) => ['The file of ', title, ' could not be prepared'],
    detail: ({ data: { fault } }) => fault,
    mail: {
      reason: 'You get this email because you uploaded the file.',
      button: 'Replace the file',
      summary: (n) =>
        n === 1 ? 'a file that could not be prepared' : `${n} files that could not be prepared`,
    },
  },
  video_followed: {
    data: ['videos'],
    setting: { group: 'What you follow', labels: ['New video in a playlist I follow'], mail: 'daily' },
    topic: 'new videos in playlists you follow',
    icon: { name: 'playlist' },
    link: 'videos',
    sentence: newVideos,
    mail: {
      reason: (n) => `You get this email because you follow ${playlistOf(n)}.`,
      button: 'Watch it',
      heading: newVideosHeading,
      summary: (n) => (n === 1 ? 'a new video' : `${n} new videos`),
      counts: 'videos',
      shows: 'items',
    },
  },
  video_saved: {
    data: ['videos'],
    setting: { group: 'What you follow', labels: ['New video in a playlist I saved'], mail: 'daily' },
    topic: 'new videos in playlists you saved',
    icon: { name: 'playlist' },
    link: 'videos',
    sentence: newVideos,
    mail: {
      reason: (n) => `You get this email because you saved ${playlistOf(n)}.`,
      button: 'Watch it',
      heading: newVideosHeading,
      summary: (n) => (n === 1 ? 'a new video in a saved playlist' : `${n} new videos in saved playlists`),
      counts: 'videos',
      shows: 'items',
    },
  },
  playlist_new: {
    data: ['videos'],
    setting: { group: 'What you follow', labels: ['New playlist of a teacher I follow'], mail: 'daily' },
    topic: 'new playlists of teachers you follow',
    icon: { name: 'playlist' },
    link: 'subject',
    sentence: (n, title) => [strong(actorsOf(n)), ' published the playlist ', title],
    mail: {
      reason: (n) => `You get this email because you follow ${actorsOf(n)}.`,
      button: 'See the playlist',
      heading: (n) => `A new playlist from ${actorsOf(n)}`,
      summary: (n) => (n === 1 ? 'a new playlist' : `${n} new playlists`),
      shows: 'items',
    },
  },
  report_decided: {
    data: ['state'],
    setting: { group: 'You', labels: ['My report was decided'], mail: 'never' },
    topic: 'your reports',
    icon: { name: 'flag', tone: 'processing' },
    link: 'subject',
    sentence: ({ subject, data }) => [
      `The ${SUBJECT_WORDS[subject.kind]} you reported was ${data.state === 'removed' ? 'removed' : 'looked at and stays'}`,
    ],
    staysWhenGone: () => true,
    detail: () => undefined,
    mail: {
      reason: 'You get this email because you reported it.',
      button: 'See it',
      summary: (n) => (n === 1 ? 'a decided report' : `${n} decided reports`),
      isAboutRemoval: true,
    },
  },
  teaching_decided: {
    data: ['state', 'message'],
    setting: { group: 'You', labels: ['My request to teach was decided'], mail: 'now' },
    topic: 'your request to teach',
    icon: ({ state }) =>
      state === 'accepted' ? { name: 'approved', tone: 'approved' } : { name: 'decision', tone: 'cancel' },
    link: 'subject',
    sentence: ({ data: { state } }) => [
      state === 'accepted' ? 'You can teach now' : 'An admin declined your request to teach',
    ],
    staysWhenGone: () => true,
    detail: ({ data: { message } }) => (message === undefined ? undefined : `“${message}”`),
    mail: {
      reason: 'You get this email because you asked to teach.',
      button: 'Open your profile',
      summary: () => 'a decision on your request to teach',
    },
  },
  group: {
    data: [],
    setting: { group: 'You', labels: ['I was added to a group'], mail: 'daily' },
    topic: 'your groups',
    icon: { name: 'group' },
    link: 'subject',
    sentence: (n, title) =>
      n.actors.length === 0
        ? ['You are now in the group ', title]
        : [strong(actorsOf(n)), ' added you to the group ', title],
    mail: {
      reason: 'You get this email because you are in the group.',
      button: 'See the group',
      summary: (n) => (n === 1 ? 'a group that you are in' : `${n} groups that you are in`),
    },
  },
  review_waiting: {
    data: ['videos'],
    setting: { group: 'Running the site', labels: ['Waiting for review'], mail: 'daily', adminsOnly: true },
    topic: 'work that waits for review',
    icon: { name: 'clock', tone: 'pending' },
    link: '/admin/review',
    sentence: (n, title) =>
      n.count === 1
        ? [strong(actorsOf(n)), ' sent ', title, ' for review']
        : [strong(actorsOf(n)), ` sent ${n.count} submissions for review`],
    staysWhenGone: () => true,
    mail: {
      reason: (_, siteName) => `You get this email because you are an admin of ${siteName}.`,
      button: 'Open the review desk',
      heading: ({ count }) => `${countOf(count, 'submission')} waiting for review`,
      summary: (n) => (n === 1 ? 'a submission to review' : `${n} submissions to review`),
      counts: 'waiting',
    },
  },
  teaching_request: {
    data: ['message'],
    setting: { group: 'Running the site', labels: ['Request to teach'], mail: 'now', adminsOnly: true },
    topic: 'requests to teach',
    icon: { name: 'question', tone: 'pending' },
    link: '/admin/people?tab=requests',
    sentence: (n) => [strong(actorsOf(n)), n.actorsCount > 1 ? ' ask to teach' : ' asks to teach'],
    staysWhenGone: () => true,
    detail: ({ data: { message } }) => (message === undefined ? undefined : `“${message}”`),
    mail: {
      reason: (_, siteName) => `You get this email because you are an admin of ${siteName}.`,
      button: 'Look at the request',
      summary: (n) => (n === 1 ? 'a request to teach' : `${n} requests to teach`),
    },
  },
  report: {
    data: ['reason'],
    setting: { group: 'Running the site', labels: ['New report'], mail: 'now', adminsOnly: true },
    topic: 'new reports',
    icon: { name: 'flag', tone: 'cancel' },
    link: '/admin/reports',
    sentence: ({ subject, count, data }, title) => {
      const what = subject.kind === 'comment' ? 'A comment on ' : `The ${SUBJECT_WORDS[subject.kind]} `
      const reason = data.reason === undefined ? '' : `: ${data.reason}`
      return [what, title, count === 1 ? ' was reported' : ` was reported ${count} times`, reason]
    },
    mail: {
      reason: (_, siteName) => `You get this email because you are an admin of ${siteName}.`,
      button: 'Look at the report',
      summary: (n) => (n === 1 ? 'a new report' : `${n} new reports`),
    },
  },
  broken: {
    data: ['problem'],
    setting: { group: 'Running the site', labels: ['Something is broken'], mail: 'now', adminsOnly: true },
    topic: 'what is broken',
    icon: { name: 'alert', tone: 'cancel' },
    link: 'subject',
    sentence: ({ data }) => brokenWords(data),
    staysWhenGone: () => true,
    detail: () => 'The operator finds more with npm run doctor.',
    mail: {
      reason: (_, siteName) => `You get this email because you are an admin of ${siteName}.`,
      button: 'Open the site',
      summary: () => 'something that is broken',
    },
  },
  security: {
    data: ['event', 'device', 'network'],
    setting: {
      group: 'Security',
      labels: ['Login from an unknown network', 'Password, passkey or address changed'],
      mail: 'now',
      always: true,
    },
    topic: 'the safety of your account',
    icon: { name: 'shield', tone: 'pending' },
    link: '/account/security',
    sentence: ({ data }) => securityWords(data),
    staysWhenGone: () => true,
    detail: ({ data: { network } }) => (network === undefined ? undefined : `Network ${network}`),
    mail: {
      reason: 'This is about the safety of your account, so you always get it.',
      button: 'Check your account',
      summary: () => 'a change of your account',
      // The account mails tell of these (server/features/mail/account-mails.ts).
      isMailedElsewhere: ({ event }) => event === 'password' || event === 'address',
    },
  },
} as const satisfies Record<string, KindRow>

export type NotificationKind = keyof typeof ROWS

export const KINDS: Readonly<Record<NotificationKind, KindRow>> = ROWS

/** The setting of a user who has not changed it. */
export function defaultSetting(kind: NotificationKind): { app: boolean; mail: MailSetting } {
  return { app: true, mail: KINDS[kind].setting.mail }
}

/** The keys of the data that notifications of this kind use. */
export type DataKey<Kind extends NotificationKind> = (typeof ROWS)[Kind]['data'][number]

/** The names of the kinds, in the order of the settings. */
export const NOTIFICATION_KINDS = Object.keys(ROWS).filter(isKind)

function isKind(name: string): name is NotificationKind {
  return name in ROWS
}
