import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drawClip } from '#tests/e2e/clips.ts'
import { uploadFilm } from '#tests/upload-film.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { becomes, endLeases, halfVideos, originalsIn, stateOf } from './prepared-videos.ts'
import { openSite, stopSite } from './site.ts'

const KILLS = 20
const LATEST_KILL_MS = 3000
export const killDuringPreparation: Fault = {
  id: 'F30',
  title: 'kill -9 while a video is prepared',
  async run(folder, say) {
    const data = join(folder, 'data')
    const film = drawClip({ name: 'film.mp4', seconds: 8, size: '1280x720' })
    let site = await openSite({ folder: data })
    const { teacher } = await createFixtures(site.url)
    const half: string[] = []
    let [killed, ready] = [0, 0]
    for (let n = 0; n < KILLS; n += 1) {
      const id = await uploadFilm({ url: site.url, token: teacher.token, path: film })
      await becomes(data, id, ['working', 'ready'])
      await delay((LATEST_KILL_MS * n) / KILLS)
      if (stateOf(data, id) === 'working') killed += 1
      site.process.kill('SIGKILL')
      await site.ended
      half.push(...halfVideos(data))
      endLeases(data)
      site = await openSite({ folder: data })
      if (await becomes(data, id, ['ready'])) ready += 1
      half.push(...halfVideos(data))
    }
    await stopSite(site)
    const left = originalsIn(data)
    for (const line of [...half, ...left].slice(0, 10)) say(`  ${line}`)
    return {
      held: half.length === 0 && ready === KILLS && killed >= KILLS / 2 && left.length === 0,
      figures: `${KILLS} kills, ${killed} of them during the preparation; ${ready} of ${KILLS} videos ready afterwards, ${half.length} half ones, ${left.length} originals left`,
    }
  },
}
