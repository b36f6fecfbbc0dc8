import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countOf } from '#contract/format.ts'
import { createSecrets, findSecretKey, SECRET_KEY_FILE } from '#server/auth/secret-key.ts'
import { type Config, mailModeOf } from '#server/config.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { findSite, replaceKeyCheck } from '#server/data/site-row.ts'
import { OUTBOX } from '#server/features/mail/delivery.ts'
import { countByState } from '#server/features/mail/mails.queries.ts'
import { readSaved } from '#server/features/settings/settings.ts'
import { type Finding, note, ok, problem, REPAIR } from './finding.ts'

const LISTED = 20

/** Checks the secret key and the mails. */
export async function lookAtMail(db: Db, config: Config): Promise<Finding[]> {
  return [await lookAtKey(db, config), ...(await lookAtMails(db, config)), ...(await lookAtOutbox(config))]
}

/** A site that has started once has a key, and it stays the same. */
async function lookAtKey(db: Db, config: Config): Promise<Finding> {
  const site = await findSite(db)
  if (!site) return ok('The site has not needed its secret key yet.')
  const key = await findSecretKey(config)
  if (key === undefined) {
    return problem(
      `The secret key is lost: ${join(config.DATA_DIR, SECRET_KEY_FILE)} is not there. Without it nobody can use the authenticator apps and the links in sent mails.`,
      'Put it back, from a backup or from the SECRET_KEY of another node, before the site starts and makes another one.',
    )
  }
  const { check } = createSecrets(key)
  if (check === site.key_check) return ok('The secret key is the one that the site began with.')
  return {
    ...problem(
      'The secret key is not the one that the site began with: the authenticator apps and the links in sent mails do not work.',
      `Put the former one back, from a backup, or set SECRET_KEY. If it is lost, accept the new one: ${REPAIR}`,
    ),
    repair: async () => {
      await transaction(db, (trx) => replaceKeyCheck(trx, check))
      return 'Accepted the new secret key. Users must set up their authenticator apps again.'
    },
  }
}

/** A site may have lost its mail server after an admin chose registration by domain. */
async function lookAtRegistration(db: Db): Promise<Finding> {
  const says = 'The site sends no mail: SMTP_URL is not set.'
  if ((await readSaved(db)).registration !== 'domain') return ok(says)
  return note(
    `${says} Nobody can register, because registration by domain needs it.`,
    'Set SMTP_URL, or choose otherwise under Admin, Settings.',
  )
}

async function lookAtMails(db: Db, config: Config): Promise<Finding[]> {
  const mode = mailModeOf(config)
  if (mode === 'none') return [await lookAtRegistration(db)]
  const counts = await countByState(db)
  const of = (state: string) => counts.get(state) ?? 0
  const says = `Mails of the last 90 days: ${of('sent')} sent, ${of('ready')} waiting, ${of('rejected')} rejected, ${of('failed')} failed.`
  return [
    of('failed') === 0
      ? ok(says)
      : note(says, 'Check SMTP_URL; the job of each failed mail says why it failed.'),
    ...(config.PUBLIC_URL === undefined
      ? [
          note(
            'PUBLIC_URL is not set: links in mails lead to localhost.',
            'Set it to the address of the site.',
          ),
        ]
      : []),
  ]
}

/** The mails that were written to files because there is no mail server, newest first. */
async function lookAtOutbox({ DATA_DIR }: Config): Promise<Finding[]> {
  const folder = join(DATA_DIR, OUTBOX)
  const names = await readdir(folder).catch(() => [])
  const mails = names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed()
  if (mails.length === 0) return []
  const lines = await Promise.all(mails.slice(0, LISTED).map((name) => readHead(join(folder, name))))
  const more = mails.length - lines.length
  return [
    note(
      [
        `${countOf(mails.length, 'mail')} in ${folder}, for you to pass on:`,
        ...lines,
        ...(more > 0 ? [`and ${more} older`] : []),
      ].join('\n            '),
    ),
  ]
}

/** Time, recipient and subject. */
async function readHead(path: string): Promise<string> {
  const [head = ''] = (await readFile(path, 'utf8')).split(/\r?\n\r?\n/, 1)
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ')
  const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? '?'
  return `${value('Date')}  ${value('To')}  ${value('Subject')}  ${path}`
}
