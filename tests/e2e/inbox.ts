/** A site with a real mail server. */
import { openMailServer } from '#tests/mail-server.ts'
import { test as base } from './accounts.ts'
import { openTestApp } from './server.ts'
import type { WorkerFixtures } from './site.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

export interface Inbox {
  url: string
  mails: Mail[]
  /** The recipients that it rejects. */
  rejected: Set<string>
  close: () => void
}

async function openInbox(): Promise<Inbox> {
  const mails: Mail[] = []
  const rejected = new Set<string>()
  const server = await openMailServer({
    receive: ({ subject = '', text = '' }, to) => {
      mails.push({ to, subject, text })
    },
    rejects: (address) => rejected.has(address),
  })
  return { ...server, mails, rejected }
}

/** Each worker has a site that sends its mails to an inbox. */
export const test = base.extend<object, Pick<WorkerFixtures, 'app'> & { inbox: Inbox }>({
  inbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const inbox = await openInbox()
      await use(inbox)
      inbox.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ inbox }, use) => {
      const app = await openTestApp({ SMTP_URL: inbox.url, MAIL_FROM: 'hello@example.org' })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
