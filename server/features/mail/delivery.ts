import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'

/** The folder in DATA_DIR for mails that are written to files. */
export const OUTBOX = 'outbox'
/** Attachments are always buffers, so mails need no access to files and addresses. */
export const LOADS_NOTHING = { disableFileAccess: true, disableUrlAccess: true }

/** The mail server rejected the recipient for good. */
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

/** Writes each mail to a file for the operator. A second delivery replaces the file. */
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
