import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { WITHOUT_FFMPEG } from '#tests/start-lectern.ts'
import { check, strangers } from './checker.ts'
import { createFixtures, type Fixtures, picture, send } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { openSite, stopSite } from './site.ts'

const WINDOWS = ['written', 'synced', 'named', 'row', 'commit']
const KILLS_EACH = 8
const TWO_HOURS = 7_200_000
const SWEEP_LIMIT_MS = 20_000

/** Playlists with pictures, one after the other, until the server is gone. */
async function upload(
  url: string,
  { fixtures, ledger, name }: { fixtures: Fixtures; ledger: Ledger; name: string },
) {
  for (let n = 0; ; n += 1) {
    const title = `playlist ${name} ${n}`
    const form = {
      title,
      description: 'With a picture.',
      category: 'music',
      mainPlaylistImage: await picture(),
    }
    ledger.begin(title, title)
    const answer = await send(`${url}/api/playlists`, 'POST', { token: fixtures.teacher.token, form })
    if (!answer) return
    if (answer.status === 201) ledger.acknowledge(title)
    else ledger.reject(title)
  }
}

/** Makes all files two hours old. */
function age(folder: string): void {
  const then = new Date(Date.now() - TWO_HOURS)
  for (const path of strangers(folder)) utimesSync(path, then, then)
  const sqlite = new SQLite(join(folder, 'lectern.db'))
  sqlite.prepare('update images set created_at = ?').run(then.toISOString())
  sqlite.close()
}

function unnamedRows(folder: string): number {
  const sqlite = new SQLite(join(folder, 'lectern.db'), { readonly: true })
  const rows = sqlite
    .prepare(
      `select 1 from images where name not in (select photo from users)
       and name not in (select image from playlists) and name not in (select image from courses)`,
    )
    .all()
  sqlite.close()
  return rows.length
}

/** The next start sweeps at once. */
function makeSweepDue(folder: string): void {
  const sqlite = new SQLite(join(folder, 'lectern.db'))
  const past = new Date(0).toISOString()
  sqlite.prepare("update jobs set state = 'ready', run_at = ? where kind = 'sweep'").run(past)
  sqlite.close()
}

async function sweep(folder: string): Promise<number> {
  makeSweepDue(folder)
  const site = await openSite({ folder })
  const end = Date.now() + SWEEP_LIMIT_MS
  while (Date.now() < end && strangers(folder).length + unnamedRows(folder) > 0) await delay(100)
  await stopSite(site)
  return strangers(folder).length + unnamedRows(folder)
}

export const killDuringUploads: Fault = {
  id: 'F02',
  title: 'kill -9 at each step of an upload',
  async run(folder, say) {
    const data = join(folder, 'data')
    const ledger = createLedger(join(folder, 'acknowledged'))
    // Next to the demo's pictures, the files that one kill leaves are few enough for the sweep.
    const first = await openSite({ folder: data, environment: { ...WITHOUT_FFMPEG, DEMO_CONTENT: 'true' } })
    const fixtures = await createFixtures(first.url)
    await stopSite(first)
    const lost: string[] = []
    const wrong: string[] = []
    let kills = 0
    let before = 0
    let after = 0
    for (const window of WINDOWS) {
      for (let n = 1; n <= KILLS_EACH; n += 1) {
        const environment = { KILL_WINDOW: window, KILL_COUNT: String(n) }
        const site = await openSite({ folder: data, preload: 'kill-at', environment })
        await upload(site.url, { fixtures, ledger, name: `${window} ${n}` })
        if ((await site.ended) === 'SIGKILL') kills += 1
        const verdict = await check(data, ledger)
        lost.push(...verdict.lost)
        wrong.push(...verdict.wrong)
      }
      say(
        `${window}: ${strangers(data).length} files without a row so far, ${lost.length + wrong.length} faults`,
      )
      age(data)
      before += strangers(data).length + unnamedRows(data)
      after += await sweep(data)
    }
    const swept = await check(data, ledger)
    wrong.push(...swept.lost, ...swept.wrong)
    for (const line of [...lost, ...wrong].slice(0, 10)) say(`  ${line}`)
    return {
      held: lost.length + wrong.length + after === 0 && kills === WINDOWS.length * KILLS_EACH && before > 0,
      figures: `${kills} kills in ${WINDOWS.length} moments, ${ledger.acknowledged} uploads acknowledged, ${lost.length} lost, ${wrong.length} rows without their file; ${before} leftovers, ${after} after the sweep`,
    }
  },
}
