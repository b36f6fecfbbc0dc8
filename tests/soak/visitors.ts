import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Call } from '#contract/api.ts'
import { apiClient } from '#tests/e2e/api-client.ts'
import type { RunningApp } from '#tests/e2e/server.ts'

/** One action of a user on the site; it throws when the site fails. */
type Action = () => Promise<unknown>

const SEARCHES = ['design', 'javascript', 'musik', 'photografy', 'zzzz', 'react hooks', 'ma']

const anyOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

async function picture(): Promise<Blob> {
  const background = { r: Math.floor(Math.random() * 256), g: Math.floor(Math.random() * 256), b: 90 }
  const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' })
}

interface Account {
  email: string
  password: string
}

async function join(app: RunningApp, role: 'Teacher' | 'Student'): Promise<Account> {
  const mark = randomBytes(6).toString('hex')
  const account = { email: `${mark}@example.org`, password: `long-road-${mark}` }
  await apiClient(app.url)('auth.register', {
    body: { ...account, confirmPassword: account.password, username: `${role} ${mark}`, role },
    image: await picture(),
  })
  return account
}

async function login(app: RunningApp, account: Account): Promise<Call> {
  const { token } = await apiClient(app.url)('auth.login', { body: account })
  return apiClient(app.url, token)
}

async function page(app: RunningApp, path: string): Promise<void> {
  const answer = await fetch(`${app.url}${path}`)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
}

interface Context {
  app: RunningApp
  visitor: Call
  student: Call
  playlists: readonly { _id: string; courses: readonly { _id: string }[] }[]
}

function reads({ app, visitor, student, playlists }: Context): Action[] {
  const one = () => anyOf(playlists)
  return [
    () => page(app, '/'),
    () => page(app, '/courses'),
    () => page(app, '/teachers'),
    () => page(app, `/playlist-details/${one()._id}`),
    () => visitor('playlists.list', { query: {} }),
    () => visitor('playlists.get', { params: { playlistId: one()._id } }),
    () => visitor('search.playlists', { query: { q: anyOf(SEARCHES) } }),
    () => visitor('search.teachers', { query: { q: 'ma' } }),
    () => {
      const { _id: playlistId, courses } = one()
      return student('courses.get', { params: { playlistId, courseId: anyOf(courses)._id } })
    },
    () => student('comments.list', { query: { courseId: anyOf(one().courses)._id } }),
  ]
}

function writes(
  { app, student, playlists }: Context,
  account: Account,
  teacher: { call: Call; id: string },
): Action[] {
  const courseId = () => anyOf(anyOf(playlists).courses)._id
  const comment = async () => {
    const made = await student('comments.create', {
      body: { courseId: courseId(), text: `At ${Date.now()}` },
    })
    const params = { commentId: made.comment._id }
    await student('comments.update', { params, body: { text: 'Better said.' } })
    await student('comments.remove', { params })
  }
  const save = async () => {
    const params = { playlistId: anyOf(playlists)._id }
    await student('saves.save', { params })
    await student('saves.unsave', { params })
  }
  const publish = async () => {
    const { data } = await teacher.call('playlists.create', {
      body: { title: `Soaked ${Date.now()}`, description: 'For a moment.', category: 'music' },
      image: await picture(),
    })
    await teacher.call('playlists.remove', { params: { playlistId: data._id, teacherId: teacher.id } })
  }
  const visit = async () => {
    const session = await login(app, account)
    await session('auth.logout')
  }
  const like = () => student('likes.like', { params: { courseId: courseId() }, body: {} })
  return [comment, comment, like, like, like, like, save, save, publish, visit]
}

const PLAYLISTS = 1000

async function newestPlaylists(visitor: Call) {
  const firstPage = await visitor('playlists.list', { query: {} })
  const { playlists } = firstPage
  for (let cursor = firstPage.nextCursor; cursor !== null && playlists.length < PLAYLISTS; ) {
    const more = await visitor('playlists.list', { query: { cursor } })
    playlists.push(...more.playlists)
    cursor = more.nextCursor
  }
  return playlists
}

/** A random action of a user: nine reads for every write. */
export async function mixOf(app: RunningApp): Promise<Action> {
  const visitor = apiClient(app.url)
  const account = await join(app, 'Student')
  const student = await login(app, account)
  const teaching = await join(app, 'Teacher')
  const { token, _id: id } = await visitor('auth.login', { body: teaching })
  const playlists = await newestPlaylists(visitor)
  const context = { app, visitor, student, playlists: playlists.filter(({ courses }) => courses.length > 0) }
  const reading = reads(context)
  const writing = writes(context, account, { call: apiClient(app.url, token), id })
  return () => anyOf(Math.random() < 0.9 ? reading : writing)()
}
