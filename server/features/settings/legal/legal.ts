import { LRUCache } from 'lru-cache'
import type { CallReply } from '#contract/api.ts'
import type { FormattedText } from '#contract/settings/formatted-text.ts'
import type { LegalPage } from '#contract/settings/legal.ts'
import { LEGAL_KINDS, type LegalKind } from '#contract/settings/legal-kinds.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import type { LegalPageRow } from '#server/data/legal-rows.ts'
import { lockTable } from '#server/data/locks.ts'
import { AppError } from '#server/http/app-error.ts'
import { countAccepted, countPeople, insertPage, newestPage, newestVersions } from './legal.queries.ts'
import { readMarkdown } from './markdown.ts'

/** A version never changes, so its text is read once. */
const texts = new LRUCache<string, FormattedText>({ max: 10 })

async function textOf({ kind, version, markdown, published_at }: LegalPageRow): Promise<FormattedText> {
  const key = `${kind} ${version} ${published_at}`
  const text = texts.get(key) ?? (await readMarkdown(markdown))
  texts.set(key, text)
  return text
}

/** The newest version of a page; admins get what was written, too. Throws `not_found` before anything is published. */
export async function legalPage(db: Db, viewer: Viewer | undefined, name: string): Promise<LegalPage> {
  const kind = LEGAL_KINDS.find((each) => each === name)
  const row = kind && (await newestPage(db, kind))
  if (!row) throw new AppError('not_found', 'Page not found.')
  return shown(row, viewer)
}

async function shown(row: LegalPageRow, viewer: Viewer | undefined): Promise<LegalPage> {
  const { kind, version, published_at: publishedAt, markdown } = row
  return { kind, version, publishedAt, text: await textOf(row), ...(viewer?.isAdmin && { markdown }) }
}

/** What is published, and how many people have accepted it. */
export async function legalStates(db: Db): Promise<CallReply<'legal.list'>> {
  const newest = new Map((await newestVersions(db)).map((page) => [page.kind, page]))
  const stateOf = async (kind: LegalKind) => {
    const { version, publishedAt } = newest.get(kind) ?? { version: 0, publishedAt: null }
    return {
      kind,
      version,
      publishedAt,
      accepted: version === 0 ? 0 : await countAccepted(db, kind, version),
    }
  }
  return { pages: await Promise.all(LEGAL_KINDS.map(stateOf)), people: await countPeople(db) }
}

interface NewVersion {
  admin: Viewer
  meta: RequestMeta
  kind: string
  markdown: string
  asksAgain: boolean
  from: number | undefined
}

/** Adds a version. Throws `conflict` if another one was published since the admin began. */
export async function publishPage(db: Db, change: NewVersion): Promise<LegalPage> {
  const { admin, meta, markdown, asksAgain, from } = change
  const kind = LEGAL_KINDS.find((each) => each === change.kind)
  if (!kind) throw new AppError('not_found', 'Page not found.')
  // Reads the text before it is stored: what cannot be shown is not published.
  await readMarkdown(markdown)
  const row = await transaction(db, async (trx) => {
    await lockTable(trx, 'legal_pages')
    const former = (await newestPage(trx, kind))?.version ?? 0
    if (from !== undefined && from !== former)
      throw new AppError('conflict', `Version ${former} was published meanwhile. Look at it first.`)
    const version = {
      kind,
      version: former + 1,
      markdown,
      asks_again: asksAgain ? 1 : 0,
      published_at: new Date().toISOString(),
      published_by: admin.id,
    }
    await insertPage(trx, version)
    const detail = { page: kind, version: String(former + 1), asksAgain: String(asksAgain) }
    await audit(trx, meta, { action: 'legal.published', actorId: admin.id, detail })
    return version
  })
  return shown(row, admin)
}
