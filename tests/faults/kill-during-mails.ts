import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { z } from 'zod'
import { openMailServer } from '#tests/mail-server.ts'
import { picture, send } from './client.ts'
import { type Fault, inFolder } from './fault.ts'
import { killSite, openSite, type Site, stopSite } from './site.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 40)
const CONTROL_ROUNDS = 10
const WRITERS = 4
/** The delay of a remote mail server, so that most kills happen while mails are being sent. */
const SLOW_MS = 60
const SENT_WITHIN_MS = 60_000
const WRITTEN_WITHIN_MS = 20_000

const Mails = z.array(z.object({ id: z.string(), email: z.string(), state: z.string() }))

/** The Message-IDs of all mails that arrived, by recipient. */
type Arrived = Map<string, string[]>

function openSlowMailServer(arrived: Arrived) {
  return openMailServer({
    async receive({ messageId = '' }, recipient) {
      arrived.set(recipient, [...(arrived.get(recipient) ?? []), messageId])
      await delay(SLOW_MS)
    },
  })
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

/** Ends the leases and retry delays of the mail jobs, as if the site had been down that long. */
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
  const server = await openSlowMailServer(arrived)
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
