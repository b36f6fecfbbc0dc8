/**
 * What a journey needs before it begins: accounts and content made through the API of the worker's server, where the
 * screens that make them have tests of their own. `import { expect, test } from './accounts.ts'`.
 */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Call } from '#contract/api.ts'
import type { Comment } from '#contract/comments.ts'
import type { Course } from '#contract/courses.ts'
import type { Playlist } from '#contract/playlists.ts'
import type { SessionUser } from '#contract/session-user.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import { askAt } from './front-door.ts'
import type { Newcomer } from './people.ts'
import { test as base, expect } from './site.ts'

export { expect }

/** Somebody with an account who is logged in. */
export interface Member extends Newcomer {
  id: string
  token: string
  /** As the browser keeps them under `currentUser`. */
  user: SessionUser
  /** Asks the server as this person. */
  ask: Call
}

/** A course is approved like its playlist when it does not say otherwise. */
export interface CourseWish {
  title?: string
  description?: string
  videoLink?: string
  status?: ApprovalStatus
}

export interface PlaylistWish {
  title?: string
  description?: string
  /** One of the seven of the specification, unless the journey made another one. */
  category?: string
  /** Approved when nothing is said. */
  status?: ApprovalStatus
  courses?: readonly CourseWish[]
}

export interface Published {
  id: string
  title: string
  playlist: Playlist
  /** In teaching order. */
  courses: Course[]
  teacher: Member
}

interface Preparation {
  /** A new account of that role, logged in; what is not said is made up and unlike anybody else's. */
  member: (role: Newcomer['role'], own?: Partial<Newcomer>) => Promise<Member>
  /** The app's admin, with a session of their own each time. */
  admin: () => Promise<Member>
  /** A new session of somebody who has an account, as on another device. */
  login: (person: Newcomer) => Promise<Member>
  /** A playlist of that teacher with its courses, each of the status it was wished. */
  publish: (teacher: Member, wish?: PlaylistWish) => Promise<Published>
  comment: (author: Member, course: Course, text: string) => Promise<Comment>
}

const VIDEO = 'aircAruvnKk'

/** Eight characters that nothing else has, so that tests on one server keep out of each other's way. */
export const unique = (): string => randomBytes(4).toString('hex')

let drawn: Promise<Blob> | undefined
/** One small real picture serves every account and playlist of a worker. */
function smallPicture(): Promise<Blob> {
  drawn ??= sharp({ create: { width: 320, height: 180, channels: 3, background: '#3f6f8f' } })
    .jpeg()
    .toBuffer()
    .then((bytes) => new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }))
  return drawn
}

function newcomer(role: Newcomer['role'], own: Partial<Newcomer>): Newcomer {
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

async function register(ask: Call, { name, email, password, role, profession }: Newcomer): Promise<void> {
  await ask('auth.register', {
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
  { email, password }: Pick<Newcomer, 'email' | 'password'>,
): Promise<Member> {
  const reply = await askAt(url)('auth.login', { body: { email, password } })
  const { success: _success, message: _message, ...user } = reply
  const { _id: id, username: name, role, profession, token } = user
  return { id, name, email, password, role, profession, token, user, ask: askAt(url, token) }
}

async function addCourse(teacher: Member, playlistId: string, wish: CourseWish): Promise<Course> {
  const { title = `Course ${unique()}`, description = 'One lesson, told slowly.', videoLink = VIDEO } = wish
  const { data } = await teacher.ask('courses.create', {
    params: { playlistId },
    body: { videoTitle: title, description, videoLink },
    image: await smallPicture(),
  })
  return data
}

/** Content starts pending (specification section 4), so that only the other statuses need an admin. */
async function publish(admin: Call, teacher: Member, wish: PlaylistWish): Promise<Published> {
  const { title = `Playlist ${unique()}`, description = `All about ${title}.`, category = 'science' } = wish
  const { status = 'approved' } = wish
  const created = await teacher.ask('playlists.create', {
    body: { title, description, category },
    image: await smallPicture(),
  })
  const playlistId = created.data._id
  const courses: Course[] = []
  for (const one of wish.courses ?? []) {
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
  const playlist = await teacher.ask('playlists.get', { params: { playlistId } })
  return { id: playlistId, title, playlist, courses, teacher }
}

/**
 * Makes this browser that of a logged-in person, once: unlike a script that runs on every page, it leaves alone what
 * the product does with its storage afterwards.
 */
export async function become(page: Page, { user }: Member): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((kept) => localStorage.setItem('currentUser', kept), JSON.stringify(user))
}

export const test = base.extend<object, { prepare: Preparation }>({
  prepare: [
    async ({ app }, use) => {
      const { url } = app
      let approver: Promise<Member> | undefined
      await use({
        member: async (role, own = {}) => {
          const person = newcomer(role, own)
          await register(askAt(url), person)
          return logInAt(url, person)
        },
        admin: () => logInAt(url, app.admin),
        login: (person) => logInAt(url, person),
        publish: async (teacher, wish = {}) => {
          approver ??= logInAt(url, app.admin)
          return publish((await approver).ask, teacher, wish)
        },
        comment: async (author, course, text) => {
          const { comment } = await author.ask('comments.create', { body: { text, courseId: course._id } })
          return comment
        },
      })
    },
    { scope: 'worker' },
  ],
})
