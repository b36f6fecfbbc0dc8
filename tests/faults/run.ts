/** `npm run test:faults`: every fault, or those named: `npm run test:faults -- F01 F02`. Exits with 1 when one failed. */
import { announcedUploads } from './announced-uploads.ts'
import { backupUnderLoad } from './backup-under-load.ts'
import { busyProcessor } from './busy-processor.ts'
import { cutUploads } from './cut-uploads.ts'
import { damagedPage } from './damaged-page.ts'
import { failedSync } from './failed-sync.ts'
import { type Fault, inFolder } from './fault.ts'
import { fullDisk, fullPictureDisk } from './full-disk.ts'
import { fullWhilePreparing } from './full-while-preparing.ts'
import { heldLock } from './held-lock.ts'
import { hiddenInTime } from './hidden-in-time.ts'
import { killDuringMails } from './kill-during-mails.ts'
import { killDuringMigrations } from './kill-during-migrations.ts'
import { killDuringPreparation } from './kill-during-preparation.ts'
import { killDuringUploads } from './kill-during-uploads.ts'
import { killDuringWrites } from './kill-during-writes.ts'
import { killWhileNotifying } from './kill-while-notifying.ts'
import { lostPower } from './lost-power.ts'
import { outOfDescriptors } from './out-of-descriptors.ts'
import { outOfMemory } from './out-of-memory.ts'
import { readOnlyDisk } from './read-only-disk.ts'
import { type Result, report } from './report.ts'
import { slowDisk } from './slow-disk.ts'
import { stopUnderLoad } from './stop-under-load.ts'
import { wrongClock } from './wrong-clock.ts'

const FAULTS: readonly Fault[] = [
  killDuringWrites,
  killDuringUploads,
  lostPower,
  fullDisk,
  fullPictureDisk,
  readOnlyDisk,
  failedSync,
  slowDisk,
  heldLock,
  damagedPage,
  backupUnderLoad,
  outOfMemory,
  outOfDescriptors,
  busyProcessor,
  wrongClock,
  stopUnderLoad,
  killDuringMigrations,
  hiddenInTime,
  killDuringMails,
  killWhileNotifying,
  killDuringPreparation,
  cutUploads,
  fullWhilePreparing,
  announcedUploads,
]

const wanted = process.argv.slice(2)
const unknown = wanted.find((id) => !FAULTS.some((fault) => fault.id === id))
if (unknown !== undefined) {
  console.error(`There is no ${unknown}. There are: ${FAULTS.map(({ id }) => id).join(', ')}`)
  process.exit(1)
}

const results: Result[] = []
for (const fault of FAULTS) {
  if (wanted.length > 0 && !wanted.includes(fault.id)) continue
  console.log(`\n${fault.id}  ${fault.title}`)
  const reason = fault.lacks?.()
  if (reason !== undefined) {
    console.log(`     SKIPPED: ${reason} Its row stays as it was.`)
    continue
  }
  const began = performance.now()
  const outcome = await inFolder((folder) => fault.run(folder, (line) => console.log(`     ${line}`)))
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`     ${outcome.held ? 'HELD' : 'BROKEN'} in ${seconds} s: ${outcome.figures}`)
  results.push({ fault, outcome })
  report(results)
}
const broken = results.filter(({ outcome }) => !outcome.held)
console.log(`\n${results.length - broken.length} held, ${broken.length} broken`)
if (broken.length > 0) process.exitCode = 1
