import sharp from 'sharp'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { timeOfId } from '#server/data/ids.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Tries } from '#server/jobs/run-job.ts'
import { SEND_MAIL } from './add-mail.ts'
import { type Delivery, type Letter, outboxDelivery, Rejected } from './delivery.ts'
import { makeEmailToken, unsubscribeLinks } from './email-tokens.ts'
import { mailHtml, mailText, pictureCid } from './layout.ts'
import { spendUnconfirmed } from './link-limits.ts'
import type { AnyKind, MailAbout, MailContent, MailReader } from './mail-kind.ts'
import {
  countRejection,
  endMail,
  findMail,
  findWidths,
  forgetRejections,
  type MailToSend,
} from './mails.queries.ts'

const AT_ONCE = 4
const LEASE_MS = 2 * 60_000

interface MailConfig {
  DATA_DIR: string
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

interface Sending {
  kinds: AnyKind[]
  config: MailConfig
  readPicture: ReadPicture
}

type Sender = Pick<AppContext, 'db' | 'limits' | 'mail' | 'secrets' | 'settings'> & {
  kinds: Map<string, AnyKind>
  /** Where mails go; `undefined` where the site sends none. */
  openDelivery: (() => Promise<Delivery>) | undefined
  /** MAIL_FROM. */
  from: string | undefined
  /** The right half of Message-IDs. */
  host: string
  readPicture: ReadPicture
}

/** Registers the job that sends mails of these kinds. A mail has the same Message-ID in every try. */
export function sendMails(context: AppContext, { kinds, config, readPicture }: Sending): void {
  const { db, jobs, limits, mail, secrets, settings } = context
  const openDelivery = deliveryOf(context, config)
  const sender: Sender = {
    db,
    limits,
    mail,
    secrets,
    settings,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    openDelivery,
    from: config.MAIL_FROM,
    host: hostOf(config.MAIL_FROM),
    readPicture,
  }
  jobs.work(SEND_MAIL, ({ id }, _signal, tries) => send(sender, id, tries), {
    limit: AT_ONCE,
    lease: LEASE_MS,
  })
  jobs.whenDead(async (trx, { kind, payload }) => {
    if (kind !== SEND_MAIL.name) return
    const { id } = SEND_MAIL.payload.parse(JSON.parse(payload))
    await endMail(trx, id, { state: 'failed' })
  })
}

/** Loads the library when the first mail is sent, because most processes send none. */
function deliveryOf({ app, mail }: AppContext, { DATA_DIR, SMTP_URL }: MailConfig): Sender['openDelivery'] {
  if (mail.mode === 'none') return undefined
  let opening: Promise<Delivery> | undefined
  app.addHook('onClose', async () => (await opening)?.close())
  const open = async () => {
    if (SMTP_URL !== undefined) return (await import('./smtp-delivery.ts')).smtpDelivery(SMTP_URL)
    return outboxDelivery(DATA_DIR)
  }
  return () => {
    opening ??= open()
    return opening
  }
}

async function send(sender: Sender, id: string, { isFirst }: Tries): Promise<undefined> {
  const { db } = sender
  const mail = await findMail(db, id)
  if (!(mail && ['ready', 'failed'].includes(mail.state))) return
  const found = await letterOf(sender, mail)
  const delivery = await sender.openDelivery?.()
  if (!(found && delivery)) {
    await endMail(db, id, { state: 'dropped' })
    return
  }
  const { letter, kind, reader } = found
  // A mail counts once, however many tries it takes.
  const wait = isFirst ? await spendUnconfirmed(sender.limits, kind, reader) : 0
  if (wait > 0) {
    await enqueue(db, SEND_MAIL, { payload: { id }, at: Date.now() + wait * 1000 })
    return
  }
  const isOwn = letter.to.address === mail.email
  try {
    await delivery.deliver(letter)
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const { message } = error
    await transaction(db, async (trx) => {
      await endMail(trx, id, { state: 'rejected', error: message })
      if (isOwn) await countRejection(trx, mail.to_user)
    })
    return
  }
  await transaction(db, async (trx) => {
    await endMail(trx, id, { state: 'sent' })
    if (isOwn) await forgetRejections(trx, mail.to_user)
  })
  return
}

interface MadeLetter {
  letter: Letter
  kind: AnyKind
  reader: MailReader
}

/** The mail to send, or `undefined` if it should no longer be sent. */
async function letterOf(sender: Sender, mail: MailToSend): Promise<MadeLetter | undefined> {
  const { kinds, host } = sender
  const kind = kinds.get(mail.kind)
  if (!kind) throw new Error(`This program does not know mails of the kind ${mail.kind}.`)
  const wantsNone = mail.mail_off_at !== null || mail.suspended_at !== null || mail.deleted_at !== null
  if (!sender.openDelivery || (kind.class === 'notification' && wantsNone)) return undefined
  const about = await aboutMail(sender, mail, kind)
  const { reader, site } = about
  const content = await kind.render(JSON.parse(mail.data), about)
  if (!content) return undefined
  const { pictures, shown } = await attachPictures(sender, content)
  const letter = {
    id: mail.id,
    from: sender.from ?? { name: site.name, address: 'lectern@localhost' },
    to: { name: reader.isConfirmed ? reader.username : '', address: reader.email },
    subject: shown.subject,
    text: mailText(shown, site),
    html: mailHtml(shown, site),
    attachments: pictures,
    messageId: `<${mail.id}@${host}>`,
    date: new Date(timeOfId(mail.id)),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(content) },
  }
  return { letter, kind, reader }
}

async function aboutMail(
  { db, mail, secrets, settings }: Sender,
  { to_user: id, username, ...toSend }: MailToSend,
  { token }: AnyKind,
): Promise<MailAbout> {
  const email = toSend.address ?? toSend.email
  const site = { ...mail.site, name: await settings.get('siteName') }
  return {
    site,
    reader: {
      id,
      username,
      email,
      isConfirmed: toSend.address === null && toSend.email_verified_at !== null,
    },
    token: token ? await makeEmailToken(db, { kind: token, userId: id, email }) : '',
    unsubscribe: (kinds) => unsubscribeLinks(secrets, site.origin, { user: id, kinds }),
  }
}

function hostOf(from = ''): string {
  return /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
}

/** One-click unsubscribe of RFC 8058. */
function unsubscribeHeaders({ unsubscribe }: MailContent): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe.postUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Attaches the pictures of the mail and leaves out those that no longer exist. */
async function attachPictures({ db, readPicture }: Sender, content: MailContent) {
  const names = new Set(
    (content.groups ?? []).flatMap(({ items = [] }) => items.flatMap(({ picture }) => picture ?? [])),
  )
  const found = new Map<string, Buffer>()
  for (const name of names) {
    const bytes = await mailPicture(db, readPicture, name)
    if (bytes) found.set(name, bytes)
  }
  const groups = content.groups?.map((group) => ({
    ...group,
    items: (group.items ?? []).map(({ picture, ...item }) => ({
      ...item,
      ...(picture !== undefined && found.has(picture) && { picture }),
    })),
  }))
  const pictures = [...found].map(([name, bytes]) => ({
    cid: pictureCid(name),
    filename: `${name.slice(0, 8)}.jpg`,
    content: bytes,
    contentType: 'image/jpeg',
    contentDisposition: 'inline' as const,
  }))
  return { pictures, shown: { ...content, ...(groups && { groups }) } }
}

/** Twice the size of the layout, for dense screens. */
const SIZE = { width: 256, height: 144 }

/** Reads a stored file of a picture. */
type ReadPicture = (file: string) => Promise<Buffer | undefined>

/** A stored picture as a small JPEG, because many mail programs do not support WebP. `undefined` if it no longer exists. */
async function mailPicture(db: Db, read: ReadPicture, name: string): Promise<Buffer | undefined> {
  const widths = await findWidths(db, name)
  const width = widths.find((each) => each >= SIZE.width) ?? widths.at(-1)
  const bytes = width === undefined ? undefined : await read(`${name}-${width}.webp`)
  return (
    bytes &&
    sharp(bytes)
      .resize({ ...SIZE, fit: 'cover' })
      .jpeg({ quality: 80 })
      .toBuffer()
  )
}
