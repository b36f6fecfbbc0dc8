import type { z } from 'zod'
import type { EmailTokenRow } from '#server/data/notification-rows.ts'

/** The content of a mail, as plain text. layout.ts turns it into text and HTML. */
export interface MailContent {
  subject: string
  /** The line that a mail program shows beside the subject; the first paragraph by default. */
  preview?: string
  heading: string
  paragraphs: string[]
  button?: MailLink
  /** A block under the button, such as what to do if the reader did not ask for the mail. */
  aside?: { lead: string; text: string; link?: MailLink }
  /** The parts of a daily mail, or the subject of a notification. */
  groups?: MailGroup[]
  /** The lines under the card: why the reader gets the mail. */
  reason: string
  /** Follows the reason, such as "Change what you get". */
  reasonLink?: MailLink
  /** Set for notifications: the links at the reason and in the header of the mail (RFC 8058). */
  unsubscribe?: Unsubscribe
}

export interface MailLink {
  label: string
  url: string
}

export interface MailGroup {
  heading: string
  /** Under the heading, such as the title of the playlist. */
  line?: string
  quotes?: { name: string; text: string }[]
  items?: MailItem[]
  link?: MailLink
  /** Why the reader gets this part. */
  reason?: string
  unsubscribe?: Unsubscribe
}

export interface MailItem {
  title: string
  url: string
  line?: string
  /** The name of a stored picture, which is attached. */
  picture?: string
}

export interface Unsubscribe {
  /** Opens the page that asks and confirms. */
  pageUrl: string
  /** Takes the one-click POST of mail programs. */
  postUrl: string
}

export interface MailSite {
  name: string
  origin: string
}

export interface MailReader {
  id: string
  username: string
  /** The address of the recipient. */
  email: string
  /** Whether the reader has shown that the address is theirs. A mail to any other address contains no text that a user typed. */
  isConfirmed: boolean
}

/** The first words of a mail. */
export function greetingTo({ username, isConfirmed }: MailReader): string {
  return isConfirmed ? `Hello ${username},` : 'Hello,'
}

export interface MailAbout {
  site: MailSite
  reader: MailReader
  /** The token of the link, for a kind that declares `token`. */
  token: string
  /** The links that turn off mails of these kinds for the reader. */
  unsubscribe: (kinds: string[]) => Unsubscribe
}

type TokenKind = EmailTokenRow['kind']

/** A kind of mail. Account mails are sent even after mails to the user were turned off; notifications are not. */
export interface MailKind<Data> {
  name: string
  data: z.ZodType<Data>
  class: 'account' | 'notification'
  /** Set for a mail with a one-time link. Its token is made when the mail is sent, so that it is not stored. */
  token?: TokenKind
  /** Returns `undefined` if there is nothing left to tell. Then the mail is not sent. */
  render: (data: Data, about: MailAbout) => MailContent | undefined | Promise<MailContent | undefined>
}

/** Declares a kind of mail; app.ts lists all kinds for `sendMails`. */
export function mailKind<Data>(kind: MailKind<Data>): MailKind<Data> {
  return kind
}

/** A kind that parses its data with its own schema. */
export type AnyKind = Pick<MailKind<unknown>, 'name' | 'class' | 'token'> & {
  render: (data: unknown, about: MailAbout) => ReturnType<MailKind<unknown>['render']>
}

/** Allows kinds with different data in one list. */
export function anyKind<Data>({ name, class: of, token, data: schema, render }: MailKind<Data>): AnyKind {
  return {
    name,
    class: of,
    ...(token && { token }),
    render: (data, about) => render(schema.parse(data), about),
  }
}
