import type { z } from 'zod'
import { countOf } from '#contract/format.ts'
import { KINDS, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import { detailOf, plainText, sentenceOf, staysWhenGone } from '#contract/notifications/notification-texts.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { Db } from '#server/data/database.ts'
import { countWaitingRounds, oldestRounds } from '#server/features/catalog/versions/rounds.queries.ts'
import {
  type AnyKind,
  anyKind,
  type MailAbout,
  type MailContent,
  type MailGroup,
} from '#server/features/mail/mail-kind.ts'
import { type Entry, entriesOf } from './entries.ts'
import { type ListedRow, notificationsAmong } from './list.queries.ts'
import { readerOf } from './mails.queries.ts'
import { DAILY_MAIL, NOTIFICATION_MAIL, SECURITY_MAIL } from './notify.ts'

const QUOTES_SHOWN = 3
const LINE_LENGTH = 120

/** What another feature writes into the immediate mail about a notification; `undefined` keeps the sentence. */
type MailDetails = (
  db: Db,
  notification: Notification,
  origin: string,
) => Promise<Pick<MailContent, 'subject' | 'heading' | 'paragraphs' | 'button'> | undefined>

/**
 * The kinds of mail about notifications. A mail is rendered when it is sent, so it shows nothing that was deleted before.
 * `decisionDetails` writes those about decisions.
 */
export function notificationMails(db: Db, decisionDetails: MailDetails): AnyKind[] {
  return [
    anyKind({
      ...NOTIFICATION_MAIL,
      class: 'notification',
      render: async ({ id }, about) => withoutTexts(await renderOne(db, id, about, decisionDetails), about),
    }),
    anyKind({ ...SECURITY_MAIL, class: 'account', render: ({ id }, about) => renderOne(db, id, about) }),
    anyKind({
      ...DAILY_MAIL,
      class: 'notification',
      render: async (data, about) => withoutTexts(await renderDaily(db, data, about), about),
    }),
  ]
}

/** A mail to an unconfirmed address says only that there is something new, because the rest contains texts of users. */
function withoutTexts(
  content: MailContent | undefined,
  { site, reader }: MailAbout,
): MailContent | undefined {
  if (!content || reader.isConfirmed) return content
  const { reasonLink, unsubscribe } = content
  return {
    subject: `News for you on ${site.name}`,
    heading: `News for you on ${site.name}`,
    paragraphs: ['Hello, there is something new for you. Log in to see what it is.'],
    button: { label: 'See what is new', url: `${site.origin}/notifications` },
    reason: `You get this email because this address was given to ${site.name}.`,
    ...(reasonLink && { reasonLink }),
    ...(unsubscribe && { unsubscribe }),
  }
}

async function readEntries(db: Db, userId: string, ids: string[]): Promise<Entry[]> {
  const [rows, reader] = await Promise.all([notificationsAmong(db, userId, ids), readerOf(db, userId)])
  const viewer = { id: userId, isAdmin: reader?.is_admin === 1 }
  // A notification that was read after the mail was added stays in its group.
  return entriesOf(
    db,
    viewer,
    rows.map((row): ListedRow => ({ ...row, read_at: null })),
  )
}

/** An entry whose subject is gone is mailed only if it is about the removal. */
const isWorthMailing = ({ notification }: Entry) =>
  !notification.gone || (KINDS[notification.kind].mail.isAboutRemoval && staysWhenGone(notification))

// biome-ignore lint/complexity/useMaxParams: what is rendered, for whom, and by whom
async function renderOne(
  db: Db,
  id: string,
  about: MailAbout,
  decisionDetails?: MailDetails,
): Promise<MailContent | undefined> {
  const [entry] = (await readEntries(db, about.reader.id, [id])).filter(isWorthMailing)
  if (!entry) return undefined
  const notification = about.reader.isConfirmed ? entry.notification : withoutDevice(entry.notification)
  const { kind, link } = notification
  const { setting, mail } = KINDS[kind]
  const headline = headlineOf(notification)
  const detail = detailOf(notification)
  const details =
    kind === 'decision' ? await decisionDetails?.(db, notification, about.site.origin) : undefined
  return {
    subject: headline,
    heading: headline,
    paragraphs: [detail ?? plainText(sentenceOf(notification))],
    ...(link !== null && { button: { label: mail.button, url: about.site.origin + link } }),
    ...details,
    reason: reasonOf(notification, about.site.name),
    ...(!setting.always && {
      reasonLink: settingsLink(about),
      unsubscribe: about.unsubscribe([kind]),
    }),
  }
}

/** The name of a device may be the text of a request. */
function withoutDevice(notification: Notification): Notification {
  const { device: _device, ...data } = notification.data
  return { ...notification, data }
}

function settingsLink({ site }: MailAbout) {
  return { label: 'Change what you get', url: `${site.origin}/account/notifications` }
}

async function renderDaily(
  db: Db,
  { ids, timeZone, date }: z.infer<(typeof DAILY_MAIL)['data']>,
  about: MailAbout,
): Promise<MailContent | undefined> {
  const mailed = (await readEntries(db, about.reader.id, ids)).filter(isWorthMailing)
  const { entries, rounds } = await withWaitingRounds(db, mailed)
  if (entries.length === 0) return undefined
  const notifications = entries.map(({ notification }) => notification)
  const summary = summaryOf(notifications)
  const heading = `Your day on ${about.site.name}`
  const day = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return {
    subject: `${heading}: ${summary}`,
    heading,
    paragraphs: [`${day.format(new Date(`${date}T00:00:00Z`))}: ${summary}.`],
    groups: entries.map((entry) => groupOf(entry, about, rounds)),
    reason: `One mail a day, at 08:00 in ${timeZone}, and only if there is something to tell.`,
    reasonLink: settingsLink(about),
    unsubscribe: about.unsubscribe([...new Set(notifications.map(({ kind }) => kind))]),
  }
}

const ROUNDS_SHOWN = 5

type OldRounds = Awaited<ReturnType<typeof oldestRounds>>

/** Of work that waits, the mail says what the review desk says when it is sent: how much there is now, and the oldest of it. */
async function withWaitingRounds(db: Db, entries: Entry[]): Promise<{ entries: Entry[]; rounds: OldRounds }> {
  if (!entries.some(isAboutWaiting)) return { entries, rounds: [] }
  const [count, rounds] = await Promise.all([countWaitingRounds(db), oldestRounds(db, ROUNDS_SHOWN)])
  const shown = entries
    .filter((entry) => count > 0 || !isAboutWaiting(entry))
    .map((entry) =>
      isAboutWaiting(entry) ? { ...entry, notification: { ...entry.notification, count } } : entry,
    )
  return { entries: shown, rounds }
}

const isAboutWaiting = ({ notification }: Entry) => KINDS[notification.kind].mail.counts === 'waiting'

function groupOf(entry: Entry, about: MailAbout, rounds: OldRounds): MailGroup {
  const { notification } = entry
  const { kind, link, playlist } = notification
  const isConversation = KINDS[kind].mail.shows === 'texts'
  const line = isConversation ? playlist : (detailOf(notification) ?? null)
  const items = isAboutWaiting(entry) ? roundItems(rounds, about) : itemsOf(entry, about)
  return {
    heading: headingOf(notification),
    ...(line !== null && { line }),
    ...(isConversation ? { quotes: quotesOf(entry) } : {}),
    ...(items.length > 0 ? { items } : {}),
    ...(link !== null &&
      items.length === 0 && { link: { label: linkLabel(notification), url: about.site.origin + link } }),
    reason: reasonOf(notification, about.site.name),
    unsubscribe: about.unsubscribe([kind]),
  }
}

/** The newest texts, the oldest of them first. */
function quotesOf({ parts }: Entry) {
  return parts
    .slice(0, QUOTES_SHOWN)
    .toReversed()
    .map(({ actor, subject }) => ({ name: actor?.username ?? 'Someone', text: subject?.text ?? '' }))
}

/** The rounds that have waited longest. */
function roundItems(rounds: OldRounds, { site }: MailAbout) {
  return rounds.map(({ id, title, username, videos, submitted_at }) => ({
    title,
    url: `${site.origin}/admin/review?item=${id}`,
    line: [username, countOf(videos ?? 0, 'video'), `since ${submitted_at.slice(0, 10)}`].join(' · '),
  }))
}

/** The new videos and playlists, with their pictures. */
function itemsOf({ notification: { kind }, parts }: Entry, { site }: MailAbout) {
  if (KINDS[kind].mail.shows !== 'items') return []
  return parts.flatMap(({ subject }) => {
    if (subject?.playlistId === undefined) return []
    const { title, courseId, playlistId, durationSeconds, description = '', image, videos = 0 } = subject
    const size = courseId === undefined ? `${videos} videos` : clock(durationSeconds)
    const path =
      courseId === undefined ? `/playlist-details/${playlistId}` : `/watch-video/${playlistId}/${courseId}`
    return {
      title: title ?? '',
      url: site.origin + path,
      line: [size, firstLine(description)].filter(Boolean).join(' · '),
      ...(image !== undefined && { picture: image }),
    }
  })
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)} …` : line
}

/** Formats seconds as "11:20". Returns an empty text while the length is unknown. */
function clock(seconds: number | null | undefined): string {
  if (!seconds) return ''
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Why the reader gets a mail of this kind: one line. */
function reasonOf(notification: Notification, siteName: string): string {
  const { reason } = KINDS[notification.kind].mail
  return typeof reason === 'string' ? reason : reason(notification, siteName)
}

/** The heading of an entry in the daily mail. */
function headingOf(notification: Notification): string {
  const { heading } = KINDS[notification.kind].mail
  return heading?.(notification, notification.title ?? 'your course') ?? headlineOf(notification)
}

/** The sentence of an entry, without the full stop. */
function headlineOf(notification: Notification): string {
  return plainText(sentenceOf(notification)).replace(/\.$/, '')
}

/** The link of an entry in the daily mail. */
function linkLabel({ kind, count }: Notification): string {
  const { button, linkToMany } = KINDS[kind].mail
  return `${count > 1 && linkToMany ? linkToMany(count) : button} →`
}

/** "4 comments on your courses, 2 new videos and a new playlist". */
function summaryOf(notifications: Notification[]): string {
  const sums = new Map<NotificationKind, number>()
  for (const { kind, count, data } of notifications) {
    const n = KINDS[kind].mail.counts === 'videos' ? (data.videos ?? count) : count
    sums.set(kind, (sums.get(kind) ?? 0) + n)
  }
  return new Intl.ListFormat('en-GB').format([...sums].map(([kind, n]) => KINDS[kind].mail.summary(n)))
}
