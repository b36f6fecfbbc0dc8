import { join } from 'node:path'
import { disturb, inWords, isCalm } from './disturbed.ts'
import type { Fault } from './fault.ts'
import { interfere, interferedIn } from './interference.ts'
import { lacks } from './machine.ts'

const FAILING_MS = 15_000
/** The first six syncs of each thread still do what they say. */
const FAILURE = 'fdatasync,fsync:error=EIO:when=7+'

export const failedSync: Fault = {
  id: 'F08',
  title: 'fsync and fdatasync fail with EIO from the seventh on',
  lacks: () => lacks('strace'),
  async run(folder) {
    const trace = join(folder, 'trace')
    let committer = 0
    const result = await disturb({
      data: join(folder, 'data'),
      folder,
      ms: FAILING_MS,
      async begin({ process: server }) {
        committer = server.pid ?? 0
        return interfere(server.pid, FAILURE, trace)
      },
    })
    const failures = interferedIn(trace)
    const first = failures.find(({ thread }) => thread === committer)?.at ?? Number.NaN
    const late = result.taken.filter(({ begun }) => begun > first)
    return {
      held: isCalm(result) && first > 0 && late.length === 0,
      figures: `${failures.length} failed syncs; of the writes begun after the first one ${late.length} acknowledged while it lasted; ${inWords(result)}`,
    }
  },
}
