import { once } from 'node:events'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { TestApp } from './test-app.ts'

export interface ReceivedMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** The value of a header as one text. */
  header: (name: string) => string
  attachments: { cid: string; type: string; bytes: number }[]
}

interface Refusal {
  code: number
  message: string
}

export interface TestMailServer {
  url: string
  received: ReceivedMail[]
  /** What it says about a recipient; nothing while it takes the mail. */
  refuse: (judge: (recipient: string) => Refusal | undefined) => void
  /** Runs before each mail is acknowledged. */
  onMail: (hear: (mail: ReceivedMail) => void) => void
}

/** A real SMTP server on loopback that reads every mail; closed when the test ends. */
export async function openMailServer({ unicode = true } = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  let judge: (recipient: string) => Refusal | undefined = () => undefined
  let hear: (mail: ReceivedMail) => void = () => undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSMTPUTF8: !unicode,
    logger: false,
    onRcptTo({ address }, _session, answer) {
      const refusal = judge(address)
      answer(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
    },
    onData(stream, _session, answer) {
      simpleParser(stream).then(
        (parsed) => {
          const mail = received.push(readable(parsed)) && received.at(-1)
          if (mail) hear(mail)
          answer()
        },
        (error: Error) => answer(error),
      )
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse: (next) => {
      judge = next
    },
    onMail: (next) => {
      hear = next
    },
  }
}

function addressIn(addresses: AddressObject | AddressObject[] | undefined): string {
  return [addresses ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ')
}

function readable(mail: ParsedMail): ReceivedMail {
  return {
    from: addressIn(mail.from),
    to: addressIn(mail.to),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html || '',
    messageId: mail.messageId ?? '',
    header: (name) => mail.headerLines.find(({ key }) => key === name.toLowerCase())?.line ?? '',
    attachments: mail.attachments.map(({ cid = '', contentType, size }) => ({
      cid,
      type: contentType,
      bytes: size,
    })),
  }
}

/** Settings of a site that sends through this server. */
export function mailSettings({ url }: TestMailServer): Record<string, string> {
  return {
    SMTP_URL: url,
    MAIL_FROM: 'Lectern <hello@lectern.example>',
    PUBLIC_URL: 'https://lectern.example',
  }
}

/** Lets all users of now confirm their addresses. */
export async function confirmAddresses({ db }: TestApp): Promise<void> {
  await db.updateTable('users').set({ email_verified_at: new Date().toISOString() }).execute()
}

/** Sends all mails that wait. */
export function sendWaiting({ context }: TestApp): Promise<void> {
  return context.jobs.runDue()
}

/** The token of the link in a mail. */
export function tokenIn({ text }: Pick<ReceivedMail, 'text'>): string {
  return /#token=([\w-]+)/.exec(text)?.[1] ?? ''
}
