import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

export const MIB = 1024 ** 2
export const GIB = 1024 * MIB
/** What uploads and videos leave to the database. */
export const RESERVE = 512 * MIB

/** The site's disk has so many free bytes at each look; the last number stays. */
export function fillDisk(...free: number[]): void {
  const disk = { type: 0, bsize: 1, frsize: 1, blocks: 100 * GIB, files: 1000, ffree: 1000 }
  const at = (bytes: number) => ({ ...disk, bavail: bytes, bfree: bytes })
  const statfs = vi
    .spyOn(fs, 'statfs')
    .mockReset()
    .mockResolvedValue(at(free.at(-1) ?? 0))
  for (const bytes of free.slice(0, -1)) statfs.mockResolvedValueOnce(at(bytes))
  syncBuiltinESMExports()
  onTestFinished(() => {
    statfs.mockRestore()
    syncBuiltinESMExports()
  })
}
