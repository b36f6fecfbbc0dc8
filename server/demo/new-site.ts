import type { Config } from '#server/config.ts'
import type { Db } from '#server/data/database.ts'
import { isUniqueViolation } from '#server/data/dialect.ts'
import type { Images } from '#server/features/media/media.ts'
import { findFfmpeg } from '#server/features/video/ffmpeg.ts'
import { type DemoAccount, readAccounts, writeAccounts } from './accounts.ts'
import { type DemoContent, readContent } from './content.ts'
import { type DemoPictures, drawPictures } from './pictures.ts'
import { seedDemo } from './seed.ts'

interface NewSite {
  db: Db
  images: Images
  config: Pick<Config, 'DATA_DIR' | 'DEMO_CONTENT' | 'FFMPEG_PATH' | 'PATH'>
  say: (line: string) => void
  draw?: typeof drawPictures
}

const STEP = 16

/** Fills a new database with the demo unless DEMO_CONTENT=false or the site ever had users or a demo. */
export async function seedDemoOnNewSite({
  db,
  images,
  config,
  say,
  draw = drawPictures,
}: NewSite): Promise<void> {
  const seeded = readAccounts(config.DATA_DIR)
  if (seeded) await markDemoAccounts(db, seeded.accounts)
  if (config.DEMO_CONTENT === false || seeded) return
  if (await hasUsers(db)) return
  const content = readContent({ hasFfmpeg: findFfmpeg(config) !== undefined })
  const pictures = await draw(images, content, (done, all) => {
    if (done % STEP === 0 || done === all) say(`[demo] drawing covers and portraits: ${done} of ${all}`)
  })
  const accounts = await seedOnce(db, content, pictures)
  if (accounts === undefined) {
    say('[demo] Another node has created it already. The passwords are in that node’s data folder.')
    return
  }
  const path = writeAccounts(config.DATA_DIR, 'seeded', accounts)
  for (const line of signIns(accounts, path)) say(line)
}

/** Accounts that a former version seeded do not say in their rows that they are of the demo. */
async function markDemoAccounts(db: Db, accounts: readonly { id: string }[]): Promise<void> {
  if (accounts.length === 0) return
  const ids = accounts.map(({ id }) => id)
  await db.updateTable('users').set({ is_demo: 1 }).where('id', 'in', ids).where('is_demo', '=', 0).execute()
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Seeds the demo. If several nodes start on one new database, the unique addresses let only one of them succeed. */
async function seedOnce(
  db: Db,
  content: DemoContent,
  pictures: DemoPictures,
): Promise<DemoAccount[] | undefined> {
  try {
    return await seedDemo(db, content, pictures)
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

function signIns(accounts: DemoAccount[], path: string): string[] {
  const shown = (['Admin', 'Teacher', 'Student'] as const).flatMap((role) => {
    const account = accounts.find((each) => (role === 'Admin' ? each.isAdmin : each.role === role))
    return account ? [`[demo]   ${role.padEnd(8)} ${account.email.padEnd(24)} ${account.password}`] : []
  })
  return ['[demo] Sign in as:', ...shown, `[demo] All ${accounts.length} demo sign-ins: ${path}`]
}
