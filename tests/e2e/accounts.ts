/**
 * Fixtures that create accounts and content through the API of the worker's server. Other tests cover the screens that
 * create them. `import { expect, test } from './accounts.ts'`.
 */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Call } from '#contract/api.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { Comment } from '#contract/comments/comments.ts'
import type { NewAccount } from './account-forms.ts'
import { apiClient } from './api-client.ts'
import { test as base, expect } from './site.ts'

export { expect }

/** A user with an account and a session. */
export interface Member extends NewAccount {
  id: string
  token: string
  /** The value that the browser stores under `currentUser`. */
  user: SessionUser
  /** Calls the API as this user. */
  call: Call
}

/** Without a status the course takes that of its playlist. */
export interface CourseInput {
  title?: string
  description?: string
  videoLink?: string
  status?: ApprovalStatus
}

export interface PlaylistInput {
  title?: string
  description?: string
  /** One of the seven first categories, or one that the test created. */
  category?: string
  /** Defaults to approved. */
  status?: ApprovalStatus
  courses?: readonly CourseInput[]
}

export interface Published {
  id: string
  title: string
  playlist: Playlist
  /** In teaching order. */
  courses: Course[]
  teacher: Member
}

export interface Preparation {
  /** Creates an account of that role and logs it in. Missing fields get unique values. */
  member: (role: NewAccount['role'], own?: Partial<NewAccount>) => Promise<Member>
  /** Logs the app's admin in, with a new session each time. */
  admin: () => Promise<Member>
  /** Opens a new session of an existing account, as on another device. */
  login: (person: NewAccount) => Promise<Member>
  /** Creates a playlist of that teacher with its courses, each with the requested status. */
  publish: (teacher: Member, input?: PlaylistInput) => Promise<Published>
  comment: (author: Member, course: Course, text: string) => Promise<Comment>
}

const VIDEO = 'aircAruvnKk'

/** Eight unique characters, so that tests on one server do not disturb each other. */
export const unique = (): string => randomBytes(4).toString('hex')

let cachedPicture: Promise<Blob> | undefined
/** Every account and playlist of a worker uses the same small picture. */
function smallPicture(): Promise<Blob> {
  cachedPicture ??= sharp({ create: { width: 320, height: 180, channels: 3, background: '#3f6f8f' } })
    .jpeg()
    .toBuffer()
    .then((bytes) => new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }))
  return cachedPicture
}

function newAccount(role: NewAccount['role'], own: Partial<NewAccount>): NewAccount {
  const mark = unique()
  return {
    name: `${role} ${mark}`,
    email: `${role.toLowerCase()}-${mark}@example.org`,
    password: `long-road-${mark}`,
    role,
    ...(role === 'Other' ? { profession: 'Cartographer' } : {}),
    ...own,
  }
}

async function register(call: Call, { name, email, password, role, profession }: NewAccount): Promise<void> {
  await call('auth.register', {
    body: {
      username: name,
      email,
      password,
      confirmPassword: password,
      role,
      ...(profession === undefined ? {} : { profession }),
    },
    image: await smallPicture(),
  })
}

async function logInAt(
  url: string,
  { email, password }: Pick<NewAccount, 'email' | 'password'>,
): Promise<Member> {
  const reply = await apiClient(url)('auth.login', { body: { email, password } })
  const { success: _success, message: _message, ...user } = reply
  const { _id: id, username: name, role, profession, token } = user
  return { id, name, email, password, role, profession, token, user, call: apiClient(url, token) }
}

async function addCourse(teacher: Member, playlistId: string, input: CourseInput): Promise<Course> {
  const { title = `Course ${unique()}`, description = 'One lesson, told slowly.', videoLink = VIDEO } = input
  const { data } = await teacher.call('courses.create', {
    params: { playlistId },
    body: { videoTitle: title, description, videoLink },
    image: await smallPicture(),
  })
  return data
}

/** Content starts as pending; an admin sets the other statuses. */
async function publish(admin: Call, teacher: Member, input: PlaylistInput): Promise<Published> {
  const { title = `Playlist ${unique()}`, description = `All about ${title}.`, category = 'science' } = input
  const { status = 'approved' } = input
  const created = await teacher.call('playlists.create', {
    body: { title, description, category },
    image: await smallPicture(),
  })
  const playlistId = created.data._id
  const courses: Course[] = []
  for (const one of input.courses ?? []) {
    const course = await addCourse(teacher, playlistId, one)
    const { status: isCourseApproved = status } = one
    if (isCourseApproved !== 'pending') {
      await admin('approval.course', { params: { courseId: course._id }, body: { isCourseApproved } })
    }
    courses.push({ ...course, isCourseApproved })
  }
  if (status !== 'pending') {
    await admin('approval.playlist', { params: { playlistId }, body: { isPlaylistApproved: status } })
  }
  const playlist = await teacher.call('playlists.get', { params: { playlistId } })
  return { id: playlistId, title, playlist, courses, teacher }
}

/**
 * Logs the browser in as this user, once. Unlike an init script, it does not overwrite what the product stores
 * afterwards.
 */
export async function logInAs(page: Page, { user }: Member): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('currentUser', stored), JSON.stringify(user))
}

export const test = base.extend<object, { prepare: Preparation }>({
  prepare: [
    async ({ app }, use) => {
      const { url } = app
      let approver: Promise<Member> | undefined
      await use({
        member: async (role, own = {}) => {
          const person = newAccount(role, own)
          await register(apiClient(url), person)
          return logInAt(url, person)
        },
        admin: () => logInAt(url, app.admin),
        login: (person) => logInAt(url, person),
        publish: async (teacher, input = {}) => {
          approver ??= logInAt(url, app.admin)
          return publish((await approver).call, teacher, input)
        },
        comment: async (author, course, text) => {
          const { comment } = await author.call('comments.create', { body: { text, courseId: course._id } })
          return comment
        },
      })
    },
    { scope: 'worker' },
  ],
})
