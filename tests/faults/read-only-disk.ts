import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { disturb, inWords, isCalm } from './disturbed.ts'
import type { Fault } from './fault.ts'
import { interfere } from './interference.ts'
import { isNotRoot, lacks, must } from './machine.ts'

const READ_ONLY_MS = 15_000
/** The system calls with which SQLite changes an open file. */
const CHANGES = 'pwrite64,ftruncate,fallocate:error=EROFS'

/**
 * Linux cannot make a disk read-only while a file on it is open for writing, and after a disk error it cannot undo that.
 * So every path is mounted read-only over itself, and each change of an open file fails with EROFS. The server sees the
 * same as on a read-only disk.
 */
function mountReadOnly(data: string): () => void {
  must('mount', '--bind', data, data)
  const leave = () => spawnSync('umount', ['-l', data])
  process.once('exit', leave)
  must('mount', '-o', 'remount,bind,ro', data)
  return () => {
    leave()
    process.off('exit', leave)
  }
}

export const readOnlyDisk: Fault = {
  id: 'F07',
  title: 'the disk becomes read-only (remounted paths, EROFS for open files)',
  lacks: () => isNotRoot() ?? lacks('strace', 'mount', 'umount'),
  async run(folder) {
    const data = join(folder, 'data')
    const result = await disturb({
      data,
      folder,
      ms: READ_ONLY_MS,
      async begin({ process: server }) {
        const release = await interfere(server.pid, CHANGES, join(folder, 'trace'))
        const leave = mountReadOnly(data)
        return async () => {
          leave()
          await release()
        }
      },
    })
    return { held: isCalm(result), figures: inWords(result) }
  },
}
