import type { AppContext } from '#server/context.ts'
import { newId } from '#server/data/ids.ts'
import { hidden } from '#server/features/account/auth/own-mail.ts'
import { type Delivery, outboxDelivery } from '#server/features/mail/delivery.ts'
import { mailHtml, mailText } from '#server/features/mail/layout.ts'
import type { MailContent, MailSite } from '#server/features/mail/mail-kind.ts'
import { findRecipient } from './overview.queries.ts'

export interface MailConfig {
  DATA_DIR: string
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

const NO_MAIL = 'This site sends no mail. Set SMTP_URL first.'

/**
 * Sends a mail at once, past the jobs, so that an admin sees how it goes: its own connection, one try, and the words of the mail
 * server if it fails.
 */
export async function sendTestMail(
  { db, mail, settings }: Pick<AppContext, 'db' | 'mail' | 'settings'>,
  config: MailConfig,
  userId: string,
): Promise<{ ok: boolean; message: string }> {
  if (mail.mode === 'none') return { ok: false, message: NO_MAIL }
  const { username: name, email: address } = await findRecipient(db, userId)
  const site = { ...mail.site, name: await settings.get('siteName') }
  const content = contentFor(site)
  const delivery = await deliveryOf(config)
  const begin = performance.now()
  try {
    await delivery.deliver({
      id: newId(),
      from: config.MAIL_FROM ?? { name: site.name, address: 'lectern@localhost' },
      to: { name, address },
      subject: content.subject,
      text: mailText(content, site),
      html: mailHtml(content, site),
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  } finally {
    delivery.close()
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  const how = config.SMTP_URL === undefined ? 'Written to the outbox for' : 'Sent to'
  return { ok: true, message: `${how} ${hidden(address)} in ${seconds} s.` }
}

async function deliveryOf({ DATA_DIR, SMTP_URL }: MailConfig): Promise<Delivery> {
  if (SMTP_URL === undefined) return outboxDelivery(DATA_DIR)
  return (await import('#server/features/mail/smtp-delivery.ts')).smtpDelivery(SMTP_URL)
}

function contentFor({ name }: MailSite): MailContent {
  return {
    subject: `A test from ${name}`,
    heading: 'Mail works',
    paragraphs: ['You asked for this mail on the overview of the site, and here it is.'],
    reason: `You get this email because you pressed “Send me a test” at ${name}.`,
  }
}
