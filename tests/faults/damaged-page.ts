import { randomBytes, randomInt } from 'node:crypto'
import { cpSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { check } from './checker.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger } from './ledger.ts'
import { openSite, runCommand, stopSite } from './site.ts'
import { writeEverything } from './writers.ts'

const PAGE = 4096
const TRIES = 12

function damage(folder: string): number {
  const path = join(folder, 'lectern.db')
  const page = randomInt(0, readFileSync(path).length / PAGE)
  writeSync(openSync(path, 'r+'), randomBytes(PAGE), 0, PAGE, page * PAGE)
  return page
}

const REJECTION =
  /^Lectern did not start: The database in \S+ is damaged .+npm run doctor.+npm run restore.+\n$/

export const damagedPage: Fault = {
  id: 'F11',
  title: 'a page of the database is overwritten while the site is stopped',
  async run(folder, say) {
    const data = join(folder, 'data')
    const ledger = createLedger(join(folder, 'acknowledged'))
    const site = await openSite({ folder: data })
    const fixtures = await createFixtures(site.url)
    const stop = new AbortController()
    const working = writeEverything({ url: site.url, fixtures, ledger, round: '1' }, stop.signal)
    await delay(1500)
    stop.abort()
    await working
    const backup = join(folder, 'backup.tar')
    const backed = await runCommand(data, ['server/cli/backup.ts', backup])
    await stopSite(site)
    let rejected = 0
    let explained = 0
    let restored = 0
    for (let n = 0; n < TRIES; n += 1) {
      const copy = join(folder, `damaged-${n}`)
      cpSync(data, copy, { recursive: true })
      const page = damage(copy)
      const started = await runCommand(copy, ['server/main.mjs'])
      if (started.code === 1 && REJECTION.test(started.output)) rejected += 1
      else say(`page ${page}: ${started.code} ${started.output}`)
      const doctor = await runCommand(copy, ['server/cli/doctor.ts'])
      if (doctor.code === 1 && doctor.output.includes('PROBLEM The database is damaged')) explained += 1
      const back = await runCommand(copy, ['server/cli/restore.ts', backup, '--force'])
      if (back.code === 0) restored += 1
      else say(back.output)
      rmSync(join(copy, 'lectern.db-wal'), { force: true })
    }
    const verdict = await check(join(folder, 'damaged-0'), ledger)
    const again = await openSite({ folder: join(folder, 'damaged-0') })
    const end = await stopSite(again)
    return {
      held:
        backed.code === 0 &&
        [rejected, explained, restored].every((count) => count === TRIES) &&
        verdict.lost.length + verdict.wrong.length === 0 &&
        end === 0,
      figures: `${TRIES} damaged sites: ${rejected} did not start and said why in one line, ${explained} explained by the doctor, ${restored} restored; ${ledger.acknowledged} writes acknowledged before the backup, ${verdict.lost.length} lost`,
    }
  },
}
