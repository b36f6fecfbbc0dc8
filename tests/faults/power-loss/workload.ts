import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Call } from '#contract/api.ts'
import { apiClient } from '#tests/e2e/api-client.ts'
import type { RunningApp } from '#tests/e2e/server.ts'

/** A write with a 2xx response, and the time of the response. */
export interface Acknowledged {
  table: 'comments' | 'playlists'
  id: string
  at: bigint
}

/** A teacher may have 200. */
const PLAYLISTS_EACH = 90

async function picture(): Promise<Blob> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  return new Blob([Uint8Array.from(bytes)], { type: 'image/png' })
}

interface Fixtures {
  teacher: Call
  courseId: string
}

/** A teacher with one public course, on which all writers comment. */
async function prepare(app: RunningApp): Promise<Fixtures> {
  const call = apiClient(app.url)
  const admin = apiClient(app.url, (await call('auth.login', { body: app.admin })).token)
  const account = { email: 'teacher@example.org', password: `a-long-road-${randomBytes(4).toString('hex')}` }
  await call('auth.register', {
    body: { ...account, confirmPassword: account.password, username: 'Teacher', role: 'Teacher' },
    image: await picture(),
  })
  const teacher = apiClient(app.url, (await call('auth.login', { body: account })).token)
  const { data: playlist } = await teacher('playlists.create', {
    body: { title: 'A playlist', description: 'Of one course.', category: 'music' },
    image: await picture(),
  })
  const { data: course } = await teacher('courses.create', {
    params: { playlistId: playlist._id },
    body: { videoTitle: 'A course', description: 'Short.', videoLink: 'aircAruvnKk' },
    image: await picture(),
  })
  await admin('approval.playlist', {
    params: { playlistId: playlist._id },
    body: { isPlaylistApproved: 'approved' },
  })
  await admin('approval.course', { params: { courseId: course._id }, body: { isCourseApproved: 'approved' } })
  return { teacher, courseId: course._id }
}

/**
 * Eight writers at once, six of comments and two of playlists with pictures, until `count` writes were acknowledged.
 * Returns the start time and every acknowledgement.
 */
export async function work(app: RunningApp, count: number): Promise<{ began: bigint; acks: Acknowledged[] }> {
  const { teacher, courseId } = await prepare(app)
  const began = process.hrtime.bigint()
  const acks: Acknowledged[] = []
  const note = (table: Acknowledged['table'], id: string) =>
    acks.push({ table, id, at: process.hrtime.bigint() })
  const commenting = async () => {
    while (acks.length < count) {
      const { comment } = await teacher('comments.create', {
        body: { courseId, text: `Number ${acks.length}` },
      })
      note('comments', comment._id)
    }
  }
  const publishing = async () => {
    for (let left = PLAYLISTS_EACH; left > 0 && acks.length < count; left -= 1) {
      const { data } = await teacher('playlists.create', {
        body: { title: `Playlist ${acks.length}`, description: 'With a picture.', category: 'music' },
        image: await picture(),
      })
      note('playlists', data._id)
    }
  }
  await Promise.all([...Array.from({ length: 6 }, commenting), publishing(), publishing()])
  return { began, acks }
}
