import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drawClip } from '#tests/e2e/clips.ts'
import { uploadFilm } from '#tests/upload-film.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { lacksDisks } from './machine.ts'
import { becomes, halfVideos, originalsIn, stateOf } from './prepared-videos.ts'
import { openSite, stopSite } from './site.ts'
import { fillDisk, onSmallDisk } from './small-disk.ts'

/** Uploads are refused on a disk with less than 512 MiB. */
const MEBIBYTES = 700
const ROUNDS = 4
const FULL_MS = 4000
const BEFORE_MS = 700

export const fullWhilePreparing: Fault = {
  id: 'F32',
  title: 'the disk is full for four seconds while a video is prepared (a separate 700 MiB ext4)',
  lacks: lacksDisks,
  async run(folder, say) {
    const disk = join(folder, 'disk')
    const film = drawClip({ name: 'film.mp4', seconds: 40, size: '1280x720' })
    return onSmallDisk({ mountPoint: disk, mebibytes: MEBIBYTES }, async () => {
      const data = join(disk, 'data')
      const site = await openSite({ folder: data })
      const { teacher } = await createFixtures(site.url)
      const half: string[] = []
      let [interrupted, ready] = [0, 0]
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await uploadFilm({ url: site.url, token: teacher.token, path: film })
        await becomes(data, id, ['working', 'ready'])
        await delay(BEFORE_MS * (round + 1))
        if (stateOf(data, id) === 'working') interrupted += 1
        const empty = fillDisk(disk)
        await delay(FULL_MS)
        half.push(...halfVideos(data))
        empty()
        if (await becomes(data, id, ['ready'])) ready += 1
        half.push(...halfVideos(data))
      }
      await stopSite(site)
      const left = originalsIn(data)
      for (const line of [...half, ...left].slice(0, 10)) say(`  ${line}`)
      return {
        held: half.length === 0 && ready === ROUNDS && interrupted > 0 && left.length === 0,
        figures: `${ROUNDS} films, ${interrupted} of them interrupted; ${ready} ready afterwards, ${half.length} with holes, ${left.length} originals left`,
      }
    })
  },
}
