import { BACKUP_DAYS, CHECKS, type Check } from '#contract/overview/overview-kinds.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { findSite } from '#server/data/site-row.ts'
import { userTotal } from '#server/features/catalog/playlists/totals.ts'
import { demoAccounts, hasOwnCategory, isSaved, newestBackups } from './overview.queries.ts'

const DAY = 86_400_000

interface Parts extends Pick<AppContext, 'mail' | 'publicUrl' | 'settings'> {
  reading: Db
}

/** The steps of the first start, computed from what is there; null once an admin has hidden them. */
export async function checklistOf({
  reading: db,
  mail,
  publicUrl,
  settings,
}: Parts): Promise<{ check: Check; done: boolean }[] | null> {
  if ((await findSite(db))?.checklist_hidden_at != null) return null
  const [backups, category, teachers, saved, demo] = await Promise.all([
    newestBackups(db),
    hasOwnCategory(db),
    userTotal(db, 'Teacher'),
    isSaved(db, 'registration'),
    demoAccounts(db),
  ])
  const done: Record<Check, boolean> = {
    mail: mail.mode === 'smtp',
    address: publicUrl?.startsWith('https://') ?? false,
    backup: Date.parse(backups.done?.finished_at ?? '') > Date.now() - BACKUP_DAYS * DAY,
    category,
    teacher: teachers > demo.filter(({ role }) => role === 'Teacher').length,
    registration: saved || settings.locked.registration !== undefined,
    demo: demo.length === 0,
  }
  return CHECKS.map((check) => ({ check, done: done[check] }))
}
