import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { endEverything } from '#scripts/start-program.ts'
import { makeDisk } from './machine.ts'

const FILL_AGAIN_MS = 100
const BLOCKS = [1024 * 1024, 65_536, 4096]

/** Mounts a small disk at `mountPoint` while `work` runs, and ends its users before it unmounts it. */
export async function onSmallDisk<Result>(
  { mountPoint, mebibytes }: { mountPoint: string; mebibytes: number },
  work: () => Promise<Result>,
): Promise<Result> {
  mkdirSync(mountPoint, { recursive: true })
  makeDisk(`${mountPoint}.image`, mountPoint, mebibytes)
  // When a signal ends the harness, it does not wait for processes with open files.
  const leave = () => spawnSync('umount', ['-l', mountPoint])
  process.once('exit', leave)
  try {
    return await work()
  } finally {
    await endEverything()
    if (spawnSync('umount', [mountPoint]).status !== 0) leave()
    process.off('exit', leave)
  }
}

/** Fills every free block, also those that become free later, until it is stopped. */
export function fillDisk(mountPoint: string): () => void {
  const path = join(mountPoint, 'filling')
  const file = openSync(path, 'w')
  const fill = () => {
    for (const size of BLOCKS) while (takes(file, size));
  }
  fill()
  const timer = setInterval(fill, FILL_AGAIN_MS)
  return () => {
    clearInterval(timer)
    closeSync(file)
    rmSync(path)
  }
}

function takes(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}
