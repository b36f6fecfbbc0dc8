import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSecrets, findSecretKey, openSecrets } from '#server/auth/secret-key.ts'
import { examine } from '#server/cli/doctor.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/data/database.ts'
import { VERIFY_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { picturesIn } from '#server/features/media/picture-files.ts'
import { openTestApp } from '#server/test-app.ts'
import { sendWaiting } from '#server/test-mail-server.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const silent = () => undefined
const ENVIRONMENT = { MAIL_OUTBOX: 'true' }

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-key-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A stopped site on disk with one mail that was written to the outbox and one that waits. */
async function stoppedSite() {
  const testApp = await openTestApp({ onDisk: true, environment: ENVIRONMENT })
  const { app, db, folder, context } = testApp
  const ada = await testApp.user('Ada')
  await addMail(db, { userId: ada.id, kind: VERIFY_MAIL, data: {} })
  await sendWaiting(testApp)
  await addMail(db, { userId: ada.id, kind: VERIFY_MAIL, data: {} })
  const mails = await db.selectFrom('mails').selectAll().orderBy('id').execute()
  const tokens = await db.selectFrom('email_tokens').selectAll().execute()
  await db.deleteFrom('users').where('id', '!=', ada.id).execute()
  await db.updateTable('images').set({ widths: '[]' }).execute()
  await app.close()
  const sealed = context.secrets.seal('a secret')
  return { db, folder, sealed, mails, tokens, ada }
}

async function doctor(folder: string, { repair = false, environment = {} } = {}) {
  const lines: string[] = []
  const config = readConfig({ DATA_DIR: folder, ...ENVIRONMENT, ...environment })
  await examine({ config, repair, say: (line) => lines.push(line) })
  return lines.join('\n')
}

test('a backup contains mails, links and the key, so a restored site can read sealed values', async () => {
  const { db, folder, sealed, mails, tokens } = await stoppedSite()
  const file = join(await emptyFolder(), 'site.tar')
  const secretKey = await findSecretKey({ DATA_DIR: folder })
  await makeBackup({ db, files: picturesIn(folder), file, progress: silent, secretKey })
  await db.destroy()
  const into = await emptyFolder()
  await restoreBackup({ file, folder: into, force: false, progress: silent })
  const { open } = await openSecrets({ DATA_DIR: into })
  expect(open(sealed)).toBe('a secret')
  expect((await stat(join(into, 'secret-key'))).mode & 0o777).toBe(0o600)
  const restored = openDatabase(into)
  expect(await restored.selectFrom('mails').selectAll().orderBy('id').execute()).toEqual(mails)
  expect(await restored.selectFrom('email_tokens').selectAll().execute()).toEqual(tokens)
  await restored.destroy()
  expect(await doctor(into)).toContain('The secret key is the one that the site began with.')
})

test('the doctor explains a lost and a wrong key, and accepts a new one on request', async () => {
  const { db, folder } = await stoppedSite()
  await db.destroy()
  const path = join(folder, 'secret-key')
  const key = await readFile(path, 'utf8')
  await rm(path)
  expect(await doctor(folder)).toContain('PROBLEM The secret key is lost:')
  await openSecrets({ DATA_DIR: folder })
  expect(await doctor(folder)).toContain('PROBLEM The secret key is not the one that the site began with')
  await writeFile(path, key)
  expect(await doctor(folder)).not.toContain('PROBLEM The secret key')
  const environment = { SECRET_KEY: 'ab'.repeat(32) }
  expect(await doctor(folder, { environment })).toContain('PROBLEM The secret key is not')
  expect(await doctor(folder, { environment, repair: true })).toContain('Accepted the new secret key.')
  expect(await doctor(folder, { environment })).not.toContain('PROBLEM The secret key')
})

test('the doctor lists the outbox, counts mails and warns where links lead to localhost', async () => {
  const { db, folder, ada } = await stoppedSite()
  await db.destroy()
  const said = await doctor(folder)
  expect(said).toContain(`1 mail in ${join(folder, 'outbox')}, for you to pass on:`)
  expect(said).toMatch(new RegExp(`(GMT|\\+0000) {2}${ada.id}@example.org {2}Confirm your email address`))
  expect(said).toContain('Mails of the last 90 days: 1 sent, 1 waiting, 0 rejected, 0 failed.')
  expect(said).toContain('PUBLIC_URL is not set: links in mails lead to localhost.')
  expect(await doctor(folder, { environment: { MAIL_OUTBOX: 'false' } })).toContain('The site sends no mail')
})

test('several processes that start at once share one key', async () => {
  const folder = await emptyFolder()
  const all = await Promise.all(Array.from({ length: 8 }, () => openSecrets({ DATA_DIR: folder })))
  expect(new Set(all.map(({ check }) => check)).size).toBe(1)
  await writeFile(join(folder, 'secret-key'), 'nonsense')
  await expect(openSecrets({ DATA_DIR: folder })).rejects.toThrow('does not hold a key')
})

test('a sealed value differs each time and opens only unchanged and with its own key', () => {
  const [ours, theirs] = [createSecrets('ab'.repeat(32)), createSecrets('cd'.repeat(32))]
  const sealed = ours.seal('secret ☃')
  expect(ours.open(sealed)).toBe('secret ☃')
  expect(ours.seal('secret ☃')).not.toBe(sealed)
  expect(theirs.open(sealed)).toBeUndefined()
  const other = sealed.startsWith('A') ? 'B' : 'A'
  expect(ours.open(other + sealed.slice(1))).toBeUndefined()
  expect(ours.open('short')).toBeUndefined()
  expect(theirs.verify('x', ours.sign('x', 'y'))).toBeUndefined()
})
