import type { SendMailOptions } from 'nodemailer'

/** The folder in DATA_DIR for mails that are written to files. */
export const OUTBOX = 'outbox'
/** Attachments are always buffers, so mails need no access to files and addresses. */
export const LOADS_NOTHING = { disableFileAccess: true, disableUrlAccess: true }

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
