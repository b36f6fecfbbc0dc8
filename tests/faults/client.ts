import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import { ADMIN } from './site.ts'

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

interface Sent {
  token?: string | undefined
  json?: object
  form?: Record<string, string | Blob>
}

/** Sends one request. The result is `undefined` when no complete response arrived, so its effect is unknown. */
export async function send(
  url: string,
  method: string,
  { token, json, form }: Sent = {},
): Promise<Answer | undefined> {
  const data = new FormData()
  for (const [name, value] of Object.entries(form ?? {})) data.append(name, value)
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(form && { body: data }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  } catch {
    return undefined
  }
}

export async function picture(): Promise<Blob> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  return new Blob([Uint8Array.from(bytes)], { type: 'image/png' })
}

const Login = z.object({ _id: z.string(), token: z.string() })
const Made = z.object({ data: z.object({ _id: z.string() }) })

async function must(answer: Promise<Answer | undefined>): Promise<unknown> {
  const got = await answer
  if (!got || got.status >= 300)
    throw new Error(`The fixtures could not be created: ${JSON.stringify(got?.body)}`)
  return got.body
}

async function logIn(url: string, account: { email: string; password: string }) {
  return Login.parse(await must(send(`${url}/api/auth/login`, 'POST', { json: account })))
}

/** The rows that the writers use: a teacher's public course, and one student per writer. */
export interface Fixtures {
  teacher: { token: string; id: string }
  students: string[]
  courseId: string
  playlistId: string
  videoKey: string
}

const STUDENTS = 8

export async function createFixtures(url: string): Promise<Fixtures> {
  const users: { _id: string; token: string }[] = []
  for (let n = 0; n <= STUDENTS; n += 1) {
    const account = { email: `person${n}@example.org`, password: `a-long-winding-road-${n}` }
    const { password } = account
    const form = {
      ...account,
      confirmPassword: password,
      username: `Person ${n}`,
      role: n === 0 ? 'Teacher' : 'Student',
      profilePhoto: await picture(),
    }
    await must(send(`${url}/api/auth/register`, 'POST', { form }))
    users.push(await logIn(url, account))
  }
  const [teacher, ...students] = users
  if (!teacher) throw new Error('Nobody registered')
  const { token } = teacher
  return {
    teacher: { token, id: teacher._id },
    students: students.map((student) => student.token),
    ...(await publish(url, token)),
    videoKey: `youtube:${VIDEO}`,
  }
}

const VIDEO = 'aircAruvnKk'

/** A public playlist of this teacher, with one course. */
export async function publish(
  url: string,
  token: string,
): Promise<Pick<Fixtures, 'courseId' | 'playlistId'>> {
  const admin = await logIn(url, ADMIN)
  const draft = { title: 'A playlist', description: 'Of one course.', category: 'music' }
  const playlist = { ...draft, mainPlaylistImage: await picture() }
  const { data: made } = Made.parse(
    await must(send(`${url}/api/playlists`, 'POST', { token, form: playlist })),
  )
  const course = {
    videoTitle: 'A course',
    description: 'Short.',
    videoLink: VIDEO,
    tutorialImage: await picture(),
  }
  const { data: lesson } = Made.parse(
    await must(send(`${url}/api/courses/${made._id}`, 'POST', { token, form: course })),
  )
  for (const [path, json] of [
    [`/api/playlists/approve-playlist/${made._id}`, { isPlaylistApproved: 'approved' }],
    [`/api/courses/approve-course/${lesson._id}`, { isCourseApproved: 'approved' }],
  ] as const) {
    await must(send(`${url}${path}`, 'POST', { token: admin.token, json }))
  }
  return { courseId: lesson._id, playlistId: made._id }
}
