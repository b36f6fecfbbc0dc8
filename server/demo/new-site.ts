import type { Config } from '#server/config.ts'
import type { Db } from '#server/core/db/database.ts'
import type { Images } from '#server/features/media/media.ts'
import { type DemoAccount, keepAccounts, readAccounts } from './accounts.ts'
import { drawDemo } from './drawings.ts'
import { DEMO_PLAYLISTS, plantDemo } from './seed.ts'

interface NewSite {
  db: Db
  images: Images
  config: Pick<Config, 'DATA_DIR' | 'DEMO_CONTENT'>
  say: (line: string) => void
}

const STEP = 16

/** Fills a new database with the demo unless DEMO_CONTENT=false; a site that ever had people or a demo is left alone. */
export async function plantDemoOnNewSite({ db, images, config, say }: NewSite): Promise<void> {
  if (config.DEMO_CONTENT === false || readAccounts(config.DATA_DIR) !== undefined) return
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody) return
  const drawn = await drawDemo(images, DEMO_PLAYLISTS, (done, all) => {
    if (done % STEP === 0 || done === all) say(`[demo] drawing covers and portraits: ${done} of ${all}`)
  })
  const accounts = await plantDemo(db, drawn)
  const path = keepAccounts(config.DATA_DIR, 'planted', accounts)
  for (const line of signIns(accounts, path)) say(line)
}

function signIns(accounts: DemoAccount[], path: string): string[] {
  const shown = (['Admin', 'Teacher', 'Student'] as const).flatMap((role) => {
    const account = accounts.find((each) => (role === 'Admin' ? each.isAdmin : each.role === role))
    return account ? [`[demo]   ${role.padEnd(8)} ${account.email.padEnd(24)} ${account.password}`] : []
  })
  return ['[demo] Sign in as:', ...shown, `[demo] All ${accounts.length} demo sign-ins: ${path}`]
}
