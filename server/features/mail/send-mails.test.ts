import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { transaction } from '#server/data/database.ts'
import { countJobs } from '#server/jobs/jobs.queries.ts'
import { openTestApp, picture, type TestApp, type TestUser } from '#server/test-app.ts'
import { confirmAddresses, mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'
import { ACCOUNT_MAILS, PASSWORD_CHANGED_MAIL, VERIFY_MAIL } from './account-mails.ts'
import { addMail } from './add-mail.ts'
import { readUnsubscribeToken } from './email-tokens.ts'
import { anyKind, mailKind } from './mail-kind.ts'
import { sendMails } from './send-mails.ts'

const NEWS = mailKind({
  name: 'news',
  class: 'notification',
  data: z.object({ picture: z.string().optional(), isGone: z.boolean().optional() }),
  render: ({ picture: name, isGone }, { site, unsubscribe, reader }) =>
    isGone
      ? undefined
      : {
          subject: 'A new video',
          heading: 'A new video',
          paragraphs: [`Hello ${reader.username}, <b>this</b> & that is new.`],
          groups: [
            {
              heading: '4 comments on Closures',
              quotes: [{ name: 'مريم', text: 'شكرا' }],
              items: [
                {
                  title: 'Kerning by ear',
                  url: `${site.origin}/course`,
                  line: '11:20',
                  ...(name !== undefined && { picture: name }),
                },
              ],
              link: { label: 'Read all', url: `${site.origin}/all` },
              reason: 'You get this because you follow "Type".',
              unsubscribe: unsubscribe(['video_followed']),
            },
          ],
          reason: 'One mail a day.',
          reasonLink: { label: 'Change what you get', url: `${site.origin}/account/notifications` },
          unsubscribe: unsubscribe(['video_followed']),
        },
})

async function openSite(options: Parameters<typeof openTestApp>[0] = {}) {
  const server = await openMailServer()
  const testApp = await openTestApp({ ...options, environment: mailSettings(server) })
  sendMails(testApp.context, {
    kinds: [...ACCOUNT_MAILS, anyKind(NEWS)],
    config: {
      DATA_DIR: testApp.folder,
      SMTP_URL: server.url,
      MAIL_FROM: 'Lectern <hello@lectern.example>',
    },
    readPicture: async () => picture(),
  })
  const ada = await testApp.user('Ada')
  await confirmAddresses(testApp)
  return { testApp, server, ada }
}

const mailsOf = ({ db }: TestApp) => db.selectFrom('mails').selectAll().orderBy('id').execute()

function addressed({ id }: TestUser): string {
  return `${id}@example.org`
}

async function passTime({ db }: TestApp): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: new Date(0).toISOString() })
    .execute()
}

test('a mail has a text and an HTML part that load nothing', async () => {
  const { testApp, server, ada } = await openSite()
  await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: {} })
  await sendWaiting(testApp)
  const [mail] = server.received
  expect(mail).toMatchObject({
    from: '"Lectern" <hello@lectern.example>',
    to: `"Ada" <${addressed(ada)}>`,
    subject: 'A new video',
  })
  expect(mail?.text).toContain('Hello Ada, <b>this</b> & that is new.')
  expect(mail?.html).toContain('Hello Ada, &lt;b&gt;this&lt;/b&gt; &amp; that is new.')
  expect(mail?.text).toContain('مريم: شكرا')
  expect(mail?.html).toContain('dir="auto"')
  const addresses = [...(mail?.html.matchAll(/(?:src|href)="([^"]+)"/g) ?? [])].map(([, url = '']) => url)
  expect(addresses.length).toBeGreaterThan(4)
  expect(addresses.filter((url) => !url.startsWith('https://lectern.example/'))).toEqual([])
  expect(mail?.header('auto-submitted')).toContain('auto-generated')
  expect(await mailsOf(testApp)).toMatchObject([{ state: 'sent', data: '{}' }])
})

test('a notification can be unsubscribed in one click, for the kinds that its token names', async () => {
  const { testApp, server, ada } = await openSite()
  await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: {} })
  await sendWaiting(testApp)
  const [mail] = server.received
  expect(mail?.header('list-unsubscribe-post')).toContain('List-Unsubscribe=One-Click')
  const [, token = ''] =
    /api\/unsubscribe\?token=([\w.-]+)/.exec(mail?.header('list-unsubscribe').replaceAll(/\s/g, '') ?? '') ??
    []
  const { secrets } = testApp.context
  expect(readUnsubscribeToken(secrets, token)).toEqual({ user: ada.id, kinds: ['video_followed'] })
  const ending = token.endsWith('AA') ? 'BB' : 'AA'
  expect(readUnsubscribeToken(secrets, token.slice(0, -2) + ending)).toBeUndefined()
  expect(secrets.verify('another purpose', token)).toBeUndefined()
  await addMail(testApp.db, { userId: ada.id, kind: VERIFY_MAIL, data: {} })
  await sendWaiting(testApp)
  expect(server.received.at(-1)?.header('list-unsubscribe')).toBe('')
})

test('a picture is attached as a small JPEG, and one that is gone is left out', async () => {
  const { testApp, server, ada } = await openSite()
  const { photo } = await testApp.db.selectFrom('users').select('photo').executeTakeFirstOrThrow()
  await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: { picture: photo } })
  await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: { picture: 'gone' } })
  await sendWaiting(testApp)
  const attached = server.received.map(({ attachments }) =>
    attachments.map(({ cid, type }) => ({ cid, type })),
  )
  expect(attached.toSorted((a, b) => b.length - a.length)).toEqual([
    [{ cid: `${photo}@picture`, type: 'image/jpeg' }],
    [],
  ])
})

test('a mail is added once per dedupe key, and only if its transaction is committed', async () => {
  const { testApp, server, ada } = await openSite()
  const { db } = testApp
  const mail = { userId: ada.id, kind: NEWS, data: {}, dedupe: 'news 1' }
  await addMail(db, mail)
  await addMail(db, mail)
  await sendWaiting(testApp)
  await addMail(db, mail)
  await transaction(db, async (trx) => {
    await addMail(trx, { userId: ada.id, kind: NEWS, data: {} })
    throw new Error('Taken back.')
  }).catch(() => undefined)
  await sendWaiting(testApp)
  expect(server.received).toHaveLength(1)
  expect(await mailsOf(testApp)).toHaveLength(1)
})

test('after a temporary failure a mail is sent again with the same Message-ID, and it fails for good after eight tries', async () => {
  const { testApp, server, ada } = await openSite()
  server.refuse(() => ({ code: 451, message: 'Try again later' }))
  await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: {} })
  await sendWaiting(testApp)
  const [{ id = '' } = {}] = await mailsOf(testApp)
  server.refuse(() => undefined)
  await passTime(testApp)
  await sendWaiting(testApp)
  expect(server.received.map(({ messageId }) => messageId)).toEqual([`<${id}@lectern.example>`])

  server.refuse(() => ({ code: 451, message: 'Try again later' }))
  await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: {} })
  for (let tries = 0; tries < 8; tries += 1) {
    await sendWaiting(testApp)
    await passTime(testApp)
  }
  expect((await mailsOf(testApp)).map(({ state }) => state)).toEqual(['sent', 'failed'])
  expect(await countJobs(testApp.db)).toMatchObject({ dead: 1, ready: 0 })
})

test('a mail to an unconfirmed address counts once, and over the limit it waits', async () => {
  const { testApp, server, ada } = await openSite({ rateScale: 1 })
  await testApp.db.updateTable('users').set({ email_verified_at: null }).execute()
  const add = () => addMail(testApp.db, { userId: ada.id, kind: NEWS, data: {} })
  const sent = async () => {
    await sendWaiting(testApp)
    return server.received.length
  }
  server.refuse(() => ({ code: 451, message: 'Try again later' }))
  await Promise.all([add(), add()])
  for (let tries = 0; tries < 6; tries += 1) {
    await sendWaiting(testApp)
    await passTime(testApp)
  }
  server.refuse(() => undefined)
  expect(await sent()).toBe(2)
  for (let more = 0; more < 9; more += 1) await add()
  expect(await sent()).toBe(10)
  await passTime(testApp)
  expect(await sent()).toBe(10)
  expect((await mailsOf(testApp)).filter(({ state }) => state !== 'sent')).toMatchObject([{ state: 'ready' }])
  expect(await countJobs(testApp.db)).toMatchObject({ ready: 1 })
})

test('a rejected mail is not sent again; after two rejections in a row an address gets account mails only', async () => {
  const { testApp, server, ada } = await openSite()
  const { db } = testApp
  const off = async () =>
    await db.selectFrom('users').select(['mail_off_at', 'mail_rejections']).executeTakeFirstOrThrow()
  server.refuse(() => ({ code: 550, message: 'No such user here' }))
  const news = () => addMail(db, { userId: ada.id, kind: NEWS, data: {} })
  await news()
  await sendWaiting(testApp)
  expect(await countJobs(db)).toEqual({ ready: 0, running: 0, dead: 0 })
  expect(await off()).toEqual({ mail_off_at: null, mail_rejections: 1 })
  await news()
  await sendWaiting(testApp)
  expect(await off()).toEqual({ mail_off_at: expect.any(String), mail_rejections: 2 })
  server.refuse(() => undefined)
  await news()
  await sendWaiting(testApp)
  expect(server.received).toEqual([])
  await addMail(db, { userId: ada.id, kind: PASSWORD_CHANGED_MAIL, data: {} })
  await sendWaiting(testApp)
  expect(server.received).toHaveLength(1)
  expect(await off()).toEqual({ mail_off_at: null, mail_rejections: 0 })
  expect((await mailsOf(testApp)).map(({ state }) => state)).toEqual([
    'rejected',
    'rejected',
    'dropped',
    'sent',
  ])
})

test('an accepted mail resets the count of rejections', async () => {
  const { testApp, server, ada } = await openSite()
  for (const code of [550, undefined, 550]) {
    server.refuse(() => (code === undefined ? undefined : { code, message: 'No' }))
    await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: {} })
    await sendWaiting(testApp)
  }
  const { mail_off_at } = await testApp.db.selectFrom('users').select('mail_off_at').executeTakeFirstOrThrow()
  expect(mail_off_at).toBeNull()
})

test('a mail with nothing left to tell is not sent', async () => {
  const { testApp, server, ada } = await openSite()
  await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: { isGone: true } })
  await sendWaiting(testApp)
  expect(server.received).toEqual([])
  expect(await mailsOf(testApp)).toMatchObject([{ state: 'dropped' }])
})

test.each([
  { unicode: true, end: { state: 'sent', error: null } },
  { unicode: false, end: { state: 'rejected', error: "This address can't be reached." } },
])('a non-ASCII address, with a mail server that accepts it: $unicode', async ({ unicode, end }) => {
  const server = await openMailServer({ unicode })
  const testApp = await openTestApp({ environment: mailSettings(server) })
  const ada = await testApp.user('Ada')
  await addMail(testApp.db, { userId: ada.id, kind: VERIFY_MAIL, data: {}, address: 'jörg@bücher.example' })
  await sendWaiting(testApp)
  expect(await mailsOf(testApp)).toMatchObject([end])
  expect(server.received.map(({ to }) => to)).toEqual(unicode ? ['jörg@bücher.example'] : [])
})

test('a name cannot add a header or a recipient', async () => {
  const { testApp, server, ada } = await openSite()
  const username = 'Eve\r\nBcc: victim@example.org\r\n\r\nHello'
  await testApp.db.updateTable('users').set({ username }).execute()
  await addMail(testApp.db, { userId: ada.id, kind: NEWS, data: {} })
  await sendWaiting(testApp)
  const [mail] = server.received
  expect(server.received).toHaveLength(1)
  expect(mail?.header('bcc')).toBe('')
  expect(mail?.to).toContain(addressed(ada))
  expect(mail?.to).not.toContain('<victim@example.org>')
})

test('without a mail server each mail is written to one file in the outbox', async () => {
  const testApp = await openTestApp({ environment: { MAIL_OUTBOX: 'true' } })
  const ada = await testApp.user('Ada')
  await addMail(testApp.db, { userId: ada.id, kind: VERIFY_MAIL, data: {} })
  await sendWaiting(testApp)
  const outbox = join(testApp.folder, 'outbox')
  const [{ id = '' } = {}] = await mailsOf(testApp)
  expect(await readdir(outbox)).toEqual([`${id}.eml`])
  const mail = await simpleParser(await readFile(join(outbox, `${id}.eml`)))
  expect(mail.subject).toBe('Confirm your email address')
  expect(mail.text).toContain('http://localhost:3000/verify-email#token=')
})

test('a site that sends no mail adds none', async () => {
  const testApp = await openTestApp()
  const ada = await testApp.user('Ada')
  await addMail(testApp.db, { userId: ada.id, kind: VERIFY_MAIL, data: {} })
  expect(await mailsOf(testApp)).toEqual([])
  expect(await countJobs(testApp.db)).toMatchObject({ ready: 0 })
})
