import { type Db, transaction } from '#server/data/database.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { recount } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { type DemoAccount, newAccounts } from './accounts.ts'
import type { DemoContent } from './content.ts'
import { insertLearning } from './learning.ts'
import { insertNotifications } from './notifications.ts'
import { drawLater } from './own-video.ts'
import { type DemoPictures, pictureOf } from './pictures.ts'
import { insertPlaylists } from './playlists.ts'
import { insertCaptions, insertReactions } from './reactions.ts'
import { insertReport, insertReview } from './review.ts'

/**
 * Inserts the demo site in one transaction; its pictures are stored already. Returns the accounts with their passwords,
 * which are not stored anywhere else.
 */
export async function seedDemo(db: Db, content: DemoContent, pictures: DemoPictures): Promise<DemoAccount[]> {
  const accounts = await newAccounts(content.people)
  await transaction(db, async (trx) => {
    await insertUsers(trx, accounts, pictures)
    const playlists = await insertPlaylists(trx, content.playlists, { accounts, pictures })
    const visible = playlists.filter(({ isPublic }) => isPublic)
    const students = accounts.filter(({ role }) => role === 'Student').map(({ id }) => id)
    await drawLater(trx, playlists)
    await insertCaptions(trx, { playlists, captions: content.captions })
    await insertReactions(trx, { playlists: visible, students, comments: content.comments })
    await insertLearning(trx, { playlists: visible, students, learning: content.learning })
    const admin = accounts.find(({ isAdmin }) => isAdmin)
    await insertReport(trx, {
      report: content.report,
      courses: visible.flatMap(({ courses }) => courses),
      students,
    })
    if (admin) {
      await insertReview(trx, { review: content.review, adminId: admin.id })
      await insertNotifications(trx, { playlists: visible, students, adminId: admin.id })
    }
    await recount(trx)
    await rebuildSearchIndex(trx)
  })
  return accounts
}

async function insertUsers(trx: Db, accounts: DemoAccount[], pictures: DemoPictures): Promise<void> {
  const users = accounts.map((account) => ({
    id: account.id,
    username: account.username,
    username_key: sortKey(account.username),
    email: account.email,
    email_key: account.email.toLowerCase(),
    password_hash: account.passwordHash,
    role: account.role,
    profession: account.profession ?? null,
    photo: pictureOf(pictures, account.key),
    is_admin: account.isAdmin ? 1 : 0,
    email_verified_at: account.createdAt,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  }))
  await trx.insertInto('users').values(users).execute()
}
