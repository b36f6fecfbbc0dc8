import Fastify from 'fastify'
import type { RequestMeta } from '#server/auth/audit.ts'
import { type Config, originOf, readConfig } from '#server/config.ts'
import { type Db, openToolDatabase } from '#server/data/database.ts'
import { migrate } from '#server/data/migrate.ts'
import {
  changeAdmin,
  endAllSessions,
  endSecondStep,
  giveResetCode,
} from '#server/features/account/auth/account-commands.ts'
import { RESET_CODE_MINUTES } from '#server/features/account/auth/reset.ts'
import { drawSetupCode, setupSentence } from '#server/features/account/auth/setup.ts'
import { LOGIN_LINK_MINUTES, makeLoginLink } from '#server/features/account/provider/login-link.ts'
import { deleteUser, userByEmail } from '#server/features/account/users/users.ts'
import { enqueueMissingTranscriptions } from '#server/features/captions/transcribe.ts'
import { createImages, type Images } from '#server/features/media/media.ts'
import { openPictures } from '#server/features/media/picture-files.ts'
import { runCommand } from './command.ts'
import '#server/listeners.ts'

interface CommandContext {
  db: Db
  images: Images
  /** Whether TRANSCRIBE_COMMAND is set. */
  transcribes: boolean
  /** Scheme and host of the site. */
  origin: string
  say: (line: string) => void
}

interface Person {
  id: string
  email: string
}

const USAGE = `Usage: npm run admin -- <command> <email>
       npm run admin -- setup-code
       npm run admin -- transcribe
  make            make this person an admin
  unmake          take it from them and log them out
  reset-password  print a one-time code to set a new password with
  login-link      print a link that logs an admin in once
  end-sessions    log them out everywhere
  end-second-step turn off their authenticator app, if they lost it and the recovery codes
  delete-user     delete them with everything they published, wrote and saved
  setup-code      print a code that makes the first admin at /setup
  transcribe      write captions of all uploaded videos that have none in their language`

const meta: RequestMeta = {
  requestId: 'command-line',
  network: 'command-line',
  agent: 'npm run admin',
  log: Fastify({ logger: false }).log,
}

const COMMANDS: Record<string, (context: CommandContext, person: Person) => Promise<string>> = {
  async make({ db }, { id, email }) {
    await changeAdmin(db, { userId: id, meta }, true)
    return `${email} is an admin now.`
  },
  async unmake({ db }, { id, email }) {
    await changeAdmin(db, { userId: id, meta }, false)
    return `${email} is no admin any more and is logged out.`
  },
  async 'reset-password'({ db }, { id, email }) {
    const code = await giveResetCode(db, { userId: id, meta })
    return `Code for ${email}, valid once and for ${RESET_CODE_MINUTES} minutes at /reset-password:\n${code}`
  },
  async 'login-link'({ db, origin }, { id, email }) {
    const token = await makeLoginLink(db, { userId: id, meta })
    if (token === undefined) return `${email} is no admin.`
    return `Link for ${email}, valid once and for ${LOGIN_LINK_MINUTES} minutes:\n${origin}/login-link#token=${token}`
  },
  async 'end-sessions'({ db }, { id, email }) {
    await endAllSessions(db, { userId: id, meta })
    return `${email} is logged out everywhere.`
  },
  async 'end-second-step'({ db }, { id, email }) {
    const wasOn = await endSecondStep(db, { userId: id, meta })
    return wasOn ? `${email} logs in without a code now.` : `${email} has no authenticator app.`
  },
  async 'delete-user'({ db, images }, { id, email }) {
    await deleteUser({ db, images }, id, { meta })
    return `${email} and everything they published, wrote and saved is deleted.`
  },
}

/** Queues the videos. The running site then writes their captions. */
async function transcribe({ db, transcribes, say }: CommandContext): Promise<boolean> {
  if (!transcribes) {
    say('Set TRANSCRIBE_COMMAND first (docs/OPERATING.md).')
    return false
  }
  const count = await enqueueMissingTranscriptions(db)
  say(
    `${count} ${count === 1 ? 'video waits' : 'videos wait'} for captions. The site writes them one after the other.`,
  )
  return true
}

async function printSetupCode({ db, origin, say }: CommandContext): Promise<boolean> {
  const code = await drawSetupCode(db)
  say(
    code === undefined
      ? 'This site has an admin already, or has never been started.'
      : setupSentence(origin, code),
  )
  return code !== undefined
}

/** Runs one command; `false` for an unknown command or address. */
export async function runAdmin(
  context: CommandContext,
  [name = '', email = '', ...rest]: string[],
): Promise<boolean> {
  if (name === 'transcribe' && email === '') return transcribe(context)
  if (name === 'setup-code' && email === '') return printSetupCode(context)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || email === '' || rest.length > 0) {
    context.say(USAGE)
    return false
  }
  const person = await userByEmail(context.db, email)
  if (!person) {
    context.say(`Nobody is registered as ${email}.`)
    return false
  }
  context.say(await command(context, person))
  return true
}

if (import.meta.main) {
  await runCommand('Nothing was changed', async () => {
    const config = readConfig()
    await using db = openToolDatabase(config)
    await migrate(db)
    const images = createImages({ db, files: openPictures(config) })
    const transcribes = config.TRANSCRIBE_COMMAND !== undefined
    const say = (line: string) => console.info(line)
    const done = await runAdmin(
      { db, images, transcribes, origin: originOf(config), say },
      process.argv.slice(2),
    )
    if (done) await tellRunningSite(config)
    return done
  })
}

/** Notifies the running site through Redis. Without Redis it notices within a second on SQLite, else at the next heartbeat. */
async function tellRunningSite({ REDIS_URL: url, REDIS_CA: ca }: Config): Promise<void> {
  if (url === undefined) return
  const { tellNodes } = await import('#server/cache/tell-nodes.ts')
  const log = { warn: () => undefined, info: () => undefined }
  await tellNodes({ url, ca, log }).catch(() => {
    console.warn('Redis cannot be reached: pages and open live streams may be out of date for a moment.')
  })
}
