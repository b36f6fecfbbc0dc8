import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { UNREACHABLE } from '#contract/mail/mail-messages.ts'
import { type Delivery, LOADS_NOTHING, Rejected } from './delivery.ts'

const CONNECT_MS = 10_000
const ANSWER_MS = 30_000
const CONNECTIONS = 2

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
      // The library sends such an address even to a server that does not support it.
      if (hasUnicodeName(letter.to.address) && !(await takesUnicodeNames(url)))
        throw new Rejected(UNREACHABLE)
      await transport.sendMail(letter).catch((error: unknown) => {
        throw isRejectedRecipient(error) ? new Rejected(error.message) : error
      })
    },
    close: () => transport.close(),
  }
}

/** Checks the local part only, because the library encodes the domain. */
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

/** Only a 5xx to `RCPT TO` rejects the recipient. To other commands it rejects the login, the sender or the mail. */
function isRejectedRecipient(error: unknown): error is Error {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}
