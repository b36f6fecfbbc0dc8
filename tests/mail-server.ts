import { once } from 'node:events'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** For SMTP_URL. */
  url: string
  close: () => void
}

interface Handlers {
  /** The server accepts a mail after this. */
  receive: (mail: ParsedMail, recipient: string) => Promise<void> | void
  /** Rejects a recipient for good. */
  rejects?: (recipient: string) => boolean
}

/** A mail server on a free port of this machine, without TLS and login. */
export async function openMailServer({ receive, rejects }: Handlers): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, answer) {
      if (!rejects?.(address)) answer()
      else answer(Object.assign(new Error('No such user'), { responseCode: 550 }))
    },
    onData(stream, _session, answer) {
      simpleParser(stream)
        .then((mail) => receive(mail, [mail.to ?? []].flat()[0]?.value[0]?.address ?? ''))
        .then(() => answer())
        .catch((error: unknown) => answer(new Error('The mail was not received.', { cause: error })))
    },
  })
  // A killed site breaks its connections.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return { url: `smtp://127.0.0.1:${address.port}`, close: () => server.close() }
}
