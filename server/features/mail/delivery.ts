import type { SendMailOptions } from 'nodemailer'

/** The folder of the mails that are files, in DATA_DIR. */
export const OUTBOX = 'outbox'
/** Also off for attachments: what a mail holds is in memory. */
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
