import { z } from 'zod'
import { drawClip } from '#tests/e2e/clips.ts'
import { picture, send } from '#tests/faults/client.ts'
import { until } from '#tests/faults/reading.ts'
import { uploadFilm } from '#tests/upload-film.ts'
import type { ClusterCheck } from './check.ts'
import type { Cluster } from './cluster.ts'

/** nginx gives the first request of an upload to the nodes in turns. */
const UPLOADS = 4
const READY_WITHIN_MS = 120_000

const Begun = z.array(z.object({ node: z.string() }))
const Prepared = z.object({ state: z.string() })
const Made = z.object({ data: z.object({ _id: z.string() }) })
const Course = z.object({ video: z.object({ master: z.string() }) })

/** Whether both nodes send the whole film: its playlists and every segment of its first quality. */
async function isPlayedBy({ nodes, fixtures }: Cluster, videoId: string): Promise<boolean> {
  const { token } = fixtures.teacher
  const form = {
    videoTitle: `Film ${videoId}`,
    description: 'A check of two nodes.',
    video: `upload:${videoId}`,
    tutorialImage: await picture(),
  }
  const [a, b] = nodes
  const made = await send(`${a.url}/api/courses/${fixtures.playlistId}`, 'POST', { token, form })
  const courseId = Made.parse(made?.body).data._id
  const course = await send(`${b.url}/api/courses/${fixtures.playlistId}/${courseId}`, 'GET', { token })
  const { master } = Course.parse(course?.body).video
  for (const { url } of nodes) {
    const [quality = ''] = await namesIn(new URL(master, url))
    const playlist = new URL(quality, new URL(master, url))
    const segments = await namesIn(playlist)
    const sent = await Promise.all(segments.map((name) => fetch(new URL(name, playlist))))
    if (segments.length === 0 || sent.some(({ ok }) => !ok)) return false
  }
  return true
}

async function namesIn(playlist: URL): Promise<string[]> {
  const answer = await fetch(playlist)
  if (!answer.ok) return []
  return (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

export const uploads: ClusterCheck = {
  id: 'uploads',
  title: 'films that are uploaded through nginx are prepared by one node and played by both',
  async run(cluster, say) {
    const { nginx, nodes, fixtures, primary } = cluster
    const { token } = fixtures.teacher
    // Three pieces: without routing by node, nginx would spread them over both nodes.
    const path = drawClip({ name: 'film.mp4', seconds: 16, bitrate: '10M' })
    const began = new Set<string>()
    let played = 0
    for (let n = 0; n < UPLOADS; n += 1) {
      const id = await uploadFilm({ url: nginx.url, token, path })
      const rows = await primary.query(`select node from uploads where id like '%${id}'`)
      for (const { node } of Begun.parse(rows)) began.add(node)
      const [, b] = nodes
      const state = async () =>
        Prepared.parse((await send(`${b.url}/api/videos/${id}`, 'GET', { token }))?.body).state
      await until(async () => ['ready', 'failed'].includes(await state()), READY_WITHIN_MS)
      if ((await state()) === 'ready' && (await isPlayedBy(cluster, id))) played += 1
      else say(`film ${n + 1} is ${await state()}`)
    }
    return {
      held: played === UPLOADS && began.size === nodes.length,
      figures: `${UPLOADS} films in three pieces each, begun on ${began.size} nodes; ${played} played by both`,
    }
  },
}
