import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { check } from './checker.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger } from './ledger.ts'
import { openSite, runCommand, stopSite } from './site.ts'
import { writeEverything } from './writers.ts'

const BACKUPS = 5

/** The acknowledged writes that never change again: comments that are only written. */
function settledIn(acknowledged: string): string[] {
  return acknowledged
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((key) => /^comment 1 [0-3] /.test(key))
}

export const backupUnderLoad: Fault = {
  id: 'F12',
  title: 'backups under eight writers, restored elsewhere',
  async run(folder, say) {
    const data = join(folder, 'data')
    const file = join(folder, 'acknowledged')
    const ledger = createLedger(file)
    const site = await openSite({ folder: data })
    const fixtures = await createFixtures(site.url)
    const stop = new AbortController()
    const working = writeEverything({ url: site.url, fixtures, ledger, round: '1' }, stop.signal)
    const before: string[] = []
    for (let n = 0; n < BACKUPS; n += 1) {
      await delay(500)
      before.push(readFileSync(file, 'utf8'))
      const { code, output } = await runCommand(data, ['server/cli/backup.ts', join(folder, `${n}.tar`)])
      if (code !== 0) say(output)
    }
    stop.abort()
    const { answers } = await working
    await stopSite(site)
    const faults: string[] = []
    let promised = 0
    for (const [n, acknowledged] of before.entries()) {
      const target = join(folder, `restored-${n}`)
      const { code, output } = await runCommand(target, ['server/cli/restore.ts', join(folder, `${n}.tar`)])
      if (code !== 0) {
        faults.push(output)
        continue
      }
      if (output.includes('counts were wrong')) faults.push(output)
      const then = createLedger(join(folder, `acknowledged-${n}`))
      writeFileSync(join(folder, `acknowledged-${n}`), '')
      for (const key of settledIn(acknowledged)) {
        then.begin(key, key)
        then.acknowledge(key)
        promised += 1
      }
      const verdict = await check(target, then)
      faults.push(...verdict.lost, ...verdict.wrong)
    }
    for (const line of faults.slice(0, 10)) say(`  ${line}`)
    const errors = Object.entries(answers).filter(([status]) => Number(status) >= 400)
    return {
      held: faults.length === 0 && errors.length === 0,
      figures: `${BACKUPS} backups during ${ledger.acknowledged} writes, each restored and checked: ${promised} writes acknowledged before them, ${faults.length} lost or wrong, ${errors.length} writes rejected meanwhile`,
    }
  },
}
