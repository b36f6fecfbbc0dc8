import { join } from 'node:path'
import { disturb, inWords, isCalm } from './disturbed.ts'
import type { Fault } from './fault.ts'
import { interfere, interferedIn } from './interference.ts'
import { lacks } from './machine.ts'

const FAILING_MS = 15_000
const FAILURE = 'fdatasync,fsync:error=EIO'

export const failedSync: Fault = {
  id: 'F08',
  title: 'fsync and fdatasync fail with EIO',
  lacks: () => lacks('strace'),
  async run(folder) {
    const trace = join(folder, 'trace')
    const result = await disturb({
      data: join(folder, 'data'),
      folder,
      ms: FAILING_MS,
      // The log has the rows whose sync failed (docs/decisions/0013).
      isUncertain: (status) => status === 503,
      begin: ({ process: server }) => interfere(server.pid, FAILURE, trace),
    })
    const failures = interferedIn(trace)
    const first = Math.min(...failures)
    const late = result.taken.filter(({ begun }) => begun > first)
    return {
      held: isCalm(result) && failures.length > 0 && late.length === 0,
      figures: `${failures.length} failed syncs; of the writes begun after the first one ${late.length} acknowledged while it lasted; ${inWords(result)}`,
    }
  },
}
