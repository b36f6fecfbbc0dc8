/**
 * `npm run test:tools`: attacks the built product on this machine with tools that are not ours, all or those named:
 * `npm run test:tools -- zzuf`. The figures go into docs/security.md. Ends with 1 when one did not hold; one whose tool
 * is not there and cannot be installed is skipped and says so.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingPrograms } from '#scripts/programs.ts'
import { brokenPictures } from './broken-pictures.ts'
import { keepFigures } from './figures.ts'
import { injection } from './injection.ts'
import { slowClients } from './slow-clients.ts'
import type { Attack } from './tool.ts'

const ATTACKS: readonly Attack[] = [injection, slowClients, brokenPictures]

async function runOne(attack: Attack): Promise<boolean> {
  console.log(`\n${attack.id}  ${attack.title}`)
  const reason = missingPrograms([attack.program])
  if (reason !== undefined) {
    console.log(`     SKIPPED: ${reason}`)
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'lectern-tools-'))
  try {
    const outcome = await attack.run(folder, (line) => console.log(`     ${line}`))
    console.log(`     ${outcome.held ? 'HELD' : 'BROKEN'}: ${outcome.figures}`)
    keepFigures(attack.id, outcome)
    return outcome.held
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((id) => !ATTACKS.some((attack) => attack.id === id))
if (unknown !== undefined) {
  console.error(`There is no ${unknown}. There are: ${ATTACKS.map(({ id }) => id).join(', ')}`)
  process.exit(1)
}
for (const attack of ATTACKS) {
  if (wanted.length > 0 && !wanted.includes(attack.id)) continue
  if (!(await runOne(attack))) process.exitCode = 1
}
