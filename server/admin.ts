import Fastify from 'fastify'
import { type Config, readConfig } from './config.ts'
import type { Trail } from './core/audit.ts'
import { type Db, openToolDatabase } from './core/db/database.ts'
import { migrate } from './core/db/migrate.ts'
import { changeAdmin, endAllSessions, giveResetCode } from './features/auth/by-hand.ts'
import { RESET_CODE_MINUTES } from './features/auth/reset.ts'
import { createImages, type Images } from './features/media/media.ts'
import { deletePerson, personByEmail } from './features/users/users.ts'
import { mediaFiles } from './media-files.ts'

interface Hand {
  db: Db
  images: Images
  say: (line: string) => void
}

interface Person {
  id: string
  email: string
}

const USAGE = `Usage: npm run admin -- <command> <email>
  make            make this person an admin
  unmake          take it from them and log them out
  reset-password  print a one-time code to set a new password with
  end-sessions    log them out everywhere
  delete-user     delete them with everything they published, wrote and saved`

const trail: Trail = {
  requestId: 'command-line',
  network: 'command-line',
  agent: 'npm run admin',
  log: Fastify({ logger: false }).log,
}

const COMMANDS: Record<string, (hand: Hand, person: Person) => Promise<string>> = {
  async make({ db }, { id, email }) {
    await changeAdmin(db, { userId: id, trail }, true)
    return `${email} is an admin now.`
  },
  async unmake({ db }, { id, email }) {
    await changeAdmin(db, { userId: id, trail }, false)
    return `${email} is no admin any more and is logged out.`
  },
  async 'reset-password'({ db }, { id, email }) {
    const code = await giveResetCode(db, { userId: id, trail })
    return `Code for ${email}, valid once and for ${RESET_CODE_MINUTES} minutes at /reset-password:\n${code}`
  },
  async 'end-sessions'({ db }, { id, email }) {
    await endAllSessions(db, { userId: id, trail })
    return `${email} is logged out everywhere.`
  },
  async 'delete-user'({ db, images }, { id, email }) {
    await deletePerson({ db, images }, id, trail)
    return `${email} and everything they published, wrote and saved is deleted.`
  },
}

/** Runs one command line; `false` when there is no such command or nobody with that address. */
export async function runCommand(hand: Hand, [name = '', email = '', ...rest]: string[]): Promise<boolean> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || email === '' || rest.length > 0) {
    hand.say(USAGE)
    return false
  }
  const person = await personByEmail(hand.db, email)
  if (!person) {
    hand.say(`Nobody is registered as ${email}.`)
    return false
  }
  hand.say(await command(hand, person))
  return true
}

async function main(): Promise<void> {
  const config = readConfig()
  const db = openToolDatabase(config)
  await migrate(db)
  const images = createImages({ db, files: mediaFiles(config) })
  const done = await runCommand({ db, images, say: (line) => console.info(line) }, process.argv.slice(2))
  await db.destroy()
  process.exitCode = done ? 0 : 1
  if (done) await tellRunningSite(config)
}

/** Without Redis a site on SQLite sees it within a second, and one on PostgreSQL by its streams' heartbeats. */
async function tellRunningSite({ REDIS_URL: url, REDIS_CA: ca }: Config): Promise<void> {
  if (url === undefined) return
  const { tellNodes } = await import('./core/tell-nodes.ts')
  const log = { warn: () => undefined, info: () => undefined }
  await tellNodes({ url, ca, log }).catch(() => {
    console.warn('Redis cannot be reached: pages and open live streams may be out of date for a moment.')
  })
}

if (import.meta.main) await main()
