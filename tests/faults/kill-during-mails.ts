import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { z } from 'zod'
import { picture, send } from './client.ts'
import { type Fault, inFolder } from './fault.ts'
import { killSite, openSite, type Site, stopSite } from './site.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 40)
const CONTROL_ROUNDS = 10
const WRITERS = 4
/** As slow as a mail server elsewhere, so that most kills hit mails on their way. */
const SLOW_MS = 60
const SENT_WITHIN_MS = 60_000
const WRITTEN_WITHIN_MS = 20_000

const Mails = z.array(z.object({ id: z.string(), email: z.string(), state: z.string() }))

/** The Message-IDs that arrived, by recipient: one for each time. */
type Arrived = Map<string, string[]>

async function openMailServer(arrived: Arrived) {
  const note = ({ to, messageId = '' }: ParsedMail) => {
    const email = [to ?? []].flat()[0]?.value[0]?.address ?? ''
    arrived.set(email, [...(arrived.get(email) ?? []), messageId])
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, answer) {
      simpleParser(stream)
        .then(async (mail) => {
          note(mail)
          await delay(SLOW_MS)
          answer()
        })
        // The site was killed while it sent.
        .catch(() => answer(new Error('The mail was cut off.')))
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return { url: `smtp://127.0.0.1:${address.port}`, close: () => server.close() }
}

interface Round {
  site: Site
  name: string
  stop: AbortSignal
  /** The addresses whose registration was acknowledged. */
  acknowledged: string[]
}

/** Registers users until the site dies. */
async function registerUntil({ site, name, stop, acknowledged }: Round): Promise<void> {
  const profilePhoto = await picture()
  for (let n = 0; !stop.aborted; n += 1) {
    const email = `user-${name}-${n}@example.org`
    const password = `a-long-winding-road-${name}`
    const form = {
      email,
      password,
      confirmPassword: password,
      username: `User ${n}`,
      role: 'Student',
      profilePhoto,
    }
    const answer = await send(`${site.url}/api/auth/register`, 'POST', { form })
    if (answer?.status === 201) acknowledged.push(email)
  }
}

/** Lets the leases and pauses of all jobs end, as if their minutes had passed while the site was down. */
function passTime(folder: string): void {
  const sqlite = new SQLite(join(folder, 'lectern.db'))
  const past = new Date(0).toISOString()
  sqlite.prepare('update jobs set run_at = ?, leased_until = ? where kind = ?').run(past, past, 'mail')
  sqlite.close()
}

function mailsOf(folder: string) {
  const sqlite = new SQLite(join(folder, 'lectern.db'), { readonly: true })
  try {
    return Mails.parse(
      sqlite
        .prepare(
          'select mails.id, users.email, mails.state from mails join users on users.id = mails.to_user',
        )
        .all(),
    )
  } finally {
    sqlite.close()
  }
}

async function untilSent(folder: string): Promise<void> {
  const until = performance.now() + SENT_WITHIN_MS
  while (mailsOf(folder).some(({ state }) => state === 'ready') && performance.now() < until) await delay(100)
}

interface Kills {
  rounds: number
  preload?: 'answer-early'
  say: (line: string) => void
}

async function killAndCount(folder: string, { rounds, preload, say }: Kills) {
  const arrived: Arrived = new Map()
  const server = await openMailServer(arrived)
  const environment = { SMTP_URL: server.url, MAIL_FROM: 'hello@example.org' }
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const site = await openSite({ folder, environment, ...(preload && { preload }) })
    const stop = new AbortController()
    const before = acknowledged.length
    const working = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) =>
        registerUntil({ site, name: `${round}-${writer}`, stop: stop.signal, acknowledged }),
      ),
    )
    const until = performance.now() + WRITTEN_WITHIN_MS
    while (acknowledged.length === before && performance.now() < until) await delay(5)
    await delay(Math.random() * 400)
    await killSite(site)
    stop.abort()
    await working
    passTime(folder)
    if (round % 10 === 9) say(`${round + 1} kills, ${acknowledged.length} acknowledged`)
  }
  const last = await openSite({ folder, environment })
  await untilSent(folder)
  await stopSite(last)
  server.close()
  return judge({ acknowledged, arrived, mails: mailsOf(folder) })
}

interface Evidence {
  acknowledged: string[]
  arrived: Arrived
  mails: z.infer<typeof Mails>
}

function judge({ acknowledged, arrived, mails }: Evidence) {
  const made = Map.groupBy(mails, ({ email }) => email)
  const times = [...arrived.values()]
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((email) => !arrived.has(email)).length,
    madeTwice: [...made.values()].filter(({ length }) => length > 1).length,
    renamed: times.filter((ids) => new Set(ids).size > 1).length,
    again: times.filter(({ length }) => length > 1).length,
    unsent: mails.filter(({ state }) => state !== 'sent').length,
  }
}

export const killDuringMails: Fault = {
  id: 'F28',
  title: 'kill -9 while mails are being sent',
  async run(folder, say) {
    const result = await killAndCount(folder, { rounds: ROUNDS, say })
    const control = await inFolder((target) =>
      killAndCount(target, { rounds: CONTROL_ROUNDS, preload: 'answer-early', say }),
    )
    const { acknowledged, lost, madeTwice, renamed, again, unsent } = result
    return {
      held: lost + madeTwice + renamed + unsent === 0 && again > 0 && control.lost > 0,
      figures:
        `${ROUNDS} kills, ${acknowledged} registrations acknowledged, ${lost} of their mails lost, ${madeTwice} made twice, ` +
        `${again} sent again after a kill, all with their Message-ID but ${renamed}. ` +
        `Control that answers before its commit: ${control.lost} of ${control.acknowledged} lost in ${CONTROL_ROUNDS} kills`,
    }
  },
}
