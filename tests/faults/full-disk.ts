import { join } from 'node:path'
import { strangers } from './checker.ts'
import { disturb, inWords, isCalm } from './disturbed.ts'
import type { Fault } from './fault.ts'
import { lacksDisks } from './machine.ts'
import { fillDisk, onSmallDisk } from './small-disk.ts'

const FULL_MS = 15_000

export const fullDisk: Fault = {
  id: 'F05',
  title: 'the disk is full (a separate 32 MiB ext4)',
  lacks: lacksDisks,
  async run(folder) {
    const disk = join(folder, 'disk')
    return onSmallDisk({ mountPoint: disk, mebibytes: 32 }, async () => {
      const data = join(disk, 'data')
      const result = await disturb({ data, folder, ms: FULL_MS, begin: async () => fillDisk(disk) })
      return { held: isCalm(result), figures: inWords(result) }
    })
  },
}

/** Fills only the disk of the pictures; everything else must continue. */
export const fullPictureDisk: Fault = {
  id: 'F06',
  title: 'the disk of the pictures is full (a separate 16 MiB ext4)',
  lacks: lacksDisks,
  async run(folder) {
    const data = join(folder, 'data')
    const disk = join(data, 'media')
    return onSmallDisk({ mountPoint: disk, mebibytes: 16 }, async () => {
      const result = await disturb({ data, folder, ms: FULL_MS, begin: async () => fillDisk(disk) })
      const { playlist = 0, ...others } = result.rejected
      const left = strangers(data)
      const during = result.acknowledged.during
      return {
        held: isCalm(result) && Object.keys(others).length + left.length === 0 && playlist > 0 && during > 0,
        figures: `${inWords(result)}; all ${playlist} rejections were of uploads, ${during} other writes done meanwhile, ${left.length} partial files left`,
      }
    })
  },
}
