import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabaseConfig, openToolDatabase } from '#server/data/database.ts'
import { readyDatabase } from '#server/data/ready.ts'
import { wrongTotals } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { openTestApp } from '#server/test-app.ts'
import { copyOfTemplate, databaseConfig } from '#server/test-database.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const PLAYLISTS = 200
const LONG = 120_000

/** A site in a database that other processes can open. */
async function openSite() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-hand-over-'))
  const config = databaseConfig(folder, await copyOfTemplate())
  await readyDatabase(config)
  const db = openToolDatabase(config)
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  return { config, testApp: await openTestApp({ database: db }) }
}

/** Hands the playlists over in a process of its own; with `stops`, it says when all rows are moved and then never commits. */
function handOverElsewhere(config: DatabaseConfig, pair: { from: string; to: string }, stops: boolean) {
  const code = `
    import '#server/listeners.ts'
    import { openToolDatabase, transaction } from '#server/data/database.ts'
    import { on } from '#server/events.ts'
    import { lockAccounts } from '#server/features/account/deletion/delete-account.ts'
    import { handOver } from '#server/features/account/deletion/hand-over.ts'
    if (${stops}) on('playlists.handedOver', () => {
      process.stdout.write('moved')
      return new Promise((resolve) => setTimeout(resolve, 600_000))
    })
    const db = openToolDatabase(${JSON.stringify(config)})
    const meta = { requestId: '', network: '', agent: '', log: { info() {} } }
    const pair = ${JSON.stringify(pair)}
    process.stdout.write('begins')
    await transaction(db, async (trx) => {
      await lockAccounts(trx, [pair.from, pair.to])
      await handOver(trx, pair, { adminId: pair.to, meta })
    })
    await db.destroy()
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += String(bytes)
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const says = async (word: string) => {
    while (!said.includes(word)) {
      if (child.exitCode !== null) throw new Error(`The process ended after: ${said}`)
      await wait(5)
    }
  }
  return { says, ended, kill: () => child.kill('SIGKILL') }
}

test(
  'of 200 playlists all are handed over or none, although the process is killed in between',
  async () => {
    const { config, testApp } = await openSite()
    const { db } = testApp
    const from = await testApp.user('Marta', 'Teacher')
    const to = await testApp.user('Ben', 'Teacher')
    for (let n = 0; n < PLAYLISTS; n += 1) {
      const playlistId = await insertPlaylist(testApp, { teacher: from, title: `Closures ${n}` })
      if (n % 20 === 0) await insertCourse(testApp, { playlistId })
    }
    const owners = async () => {
      const rows = await db
        .selectFrom('playlists')
        .select('teacher_id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .groupBy('teacher_id')
        .execute()
      return Object.fromEntries(rows.map(({ teacher_id, n }) => [teacher_id, Number(n)]))
    }
    const pair = { from: from.id, to: to.id }
    const none = { [from.id]: PLAYLISTS }
    const all = { [to.id]: PLAYLISTS }

    const stopped = handOverElsewhere(config, pair, true)
    await stopped.says('moved')
    stopped.kill()
    await stopped.ended
    expect(await owners()).toEqual(none)

    for (const milliseconds of [0, 20, 60, 120, 200]) {
      const killed = handOverElsewhere(config, pair, false)
      await killed.says('begins')
      await wait(milliseconds)
      killed.kill()
      await killed.ended
      const now = await owners()
      expect([none, all]).toContainEqual(now)
      if (now[to.id] === PLAYLISTS) break
    }

    if ((await owners())[to.id] === undefined) await handOverElsewhere(config, pair, false).ended
    expect(await owners()).toEqual(all)
    expect(await wrongTotals(db)).toBe(0)
    const { approved_playlists_count } = await db
      .selectFrom('users')
      .select('approved_playlists_count')
      .where('id', '=', to.id)
      .executeTakeFirstOrThrow()
    expect(approved_playlists_count).toBe(PLAYLISTS)
  },
  LONG,
)
