import type { z } from 'zod'
import type { EmailTokenRow } from '#server/data/mail-rows.ts'

/** What a mail says; layout.ts turns it into text and HTML. Texts are plain: nothing in them is markup. */
export interface MailContent {
  subject: string
  /** The line that a mail program shows beside the subject; the first paragraph by default. */
  preview?: string
  heading: string
  paragraphs: string[]
  button?: MailLink
  /** A block under the button, such as what to do if the reader did not ask for the mail. */
  aside?: { lead: string; text: string; link?: MailLink }
  /** The parts of a daily mail, or the one thing that a notification is about. */
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
  /** Why the reader gets this part, and its own way out. */
  reason?: string
  unsubscribe?: Unsubscribe
}

export interface MailItem {
  title: string
  url: string
  line?: string
  /** The name of a picture of the site; it is attached, so that the mail loads nothing. */
  picture?: string
}

export interface Unsubscribe {
  /** Opens the page that asks and confirms. */
  pageUrl: string
  /** Takes the one-click POST of mail programs. */
  postUrl: string
}

/** What every mail can use. Addresses begin with the site's own origin, never with a request's host. */
export interface MailSite {
  name: string
  origin: string
}

export interface MailReader {
  id: string
  username: string
  /** The address that the mail goes to. */
  email: string
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

/**
 * A kind of mail: its name in the table, its data, and what it says. An account mail is sent even to an address where others
 * have stopped; a notification is not.
 */
export interface MailKind<Data> {
  name: string
  data: z.ZodType<Data>
  class: 'account' | 'notification'
  /** The mail has a link that works once. Its token is made when the mail is sent, so it is stored nowhere. */
  token?: TokenKind
  /** Gives `undefined` when there is nothing to tell any more: then no mail is sent. */
  render: (data: Data, about: MailAbout) => MailContent | undefined | Promise<MailContent | undefined>
}

/** Declares a kind of mail; app.ts lists all kinds for `sendMails`. */
export function mailKind<Data>(kind: MailKind<Data>): MailKind<Data> {
  return kind
}
