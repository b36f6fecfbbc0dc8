import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

export const OUTBOX = 'outbox'
export const UNREACHABLE = "This address can't be reached."

const CONNECT_MS = 10_000
const ANSWER_MS = 30_000
const CONNECTIONS = 2
/** Also off for attachments: what a mail holds is in memory. */
const LOADS_NOTHING = { disableFileAccess: true, disableUrlAccess: true }

/** The mail server refused the recipient for good. */
export class Rejected extends Error {
  override readonly name = 'Rejected'
}

export interface Letter extends SendMailOptions {
  id: string
  to: { name: string; address: string }
}

export interface Delivery {
  /** Resolves when the mail is handed over. Throws Rejected, or another Error after which a later try may succeed. */
  deliver(letter: Letter): Promise<void>
  close(): void
}

/** Hands mails to the mail server of an smtp(s):// address. */
export function smtpDelivery(url: string): Delivery {
  const times = { connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS }
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: CONNECTIONS,
    ...times,
    ...LOADS_NOTHING,
  })
  return {
    async deliver({ id: _id, ...letter }) {
      // The library sends such an address even to a server that would misread it.
      if (hasUnicodeName(letter.to.address) && !(await takesUnicodeNames(url)))
        throw new Rejected(UNREACHABLE)
      await transport.sendMail(letter).catch((error: unknown) => {
        throw isRefusedRecipient(error) ? new Rejected(error.message) : error
      })
    },
    close: () => transport.close(),
  }
}

/** Only the name: the library encodes a domain that is no ASCII. */
function hasUnicodeName(address: string): boolean {
  return /[^\x00-\x7f]/.test(address.slice(0, address.lastIndexOf('@')))
}

function takesUnicodeNames(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const secure = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host: hostname,
    ...(port !== '' && { port: Number(port) }),
    secure,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
  })
  return new Promise((resolve, reject) => {
    connection.on('error', reject)
    connection.connect(() => {
      resolve(/[ -]SMTPUTF8\b/i.test(connection.lastServerResponse || ''))
      connection.quit()
    })
  })
}

/** 5xx to `RCPT TO` is about the recipient; to any other command it is about us, the settings or the mail. */
function isRefusedRecipient(error: unknown): error is Error {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}

/** Writes each mail to a file for the operator: again under the same name if it is delivered twice. */
export function outboxDelivery(folder: string): Delivery {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    ...LOADS_NOTHING,
  })
  return {
    async deliver({ id, ...letter }) {
      const { message } = await transport.sendMail(letter)
      const outbox = join(folder, OUTBOX)
      await mkdir(outbox, { recursive: true, mode: 0o750 })
      const path = join(outbox, `${id}.eml`)
      const temporary = `${path}.${randomBytes(4).toString('hex')}`
      try {
        await using file = await open(temporary, 'wx', 0o640)
        if (!Buffer.isBuffer(message)) throw new Error('The mail is a stream.')
        await file.writeFile(message)
        await file.sync()
        await rename(temporary, path)
      } finally {
        await rm(temporary, { force: true })
      }
    },
    close: () => undefined,
  }
}
