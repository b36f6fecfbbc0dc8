import { CONFIRM_FIRST } from '#contract/mail/mail-messages.ts'
import type { MailSettings } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from './viewer.ts'

/** Throws the 403 AppError if the site requires a confirmed address to comment and publish, and the viewer has none. */
export function requireConfirmed(
  { mail }: { mail: Pick<MailSettings, 'verifyEmail'> },
  viewer: Viewer,
): void {
  if (mail.verifyEmail === 'required' && !viewer.emailVerified) throw new AppError('forbidden', CONFIRM_FIRST)
}
