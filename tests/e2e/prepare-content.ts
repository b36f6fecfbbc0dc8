/** Accounts and content that tests create through the API of a running server, without a browser. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Call } from '#contract/api.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import type { ApprovalStatus } from '#contract/catalog/status.ts'
import type { NewAccount } from './account-forms.ts'
import { apiClient } from './api-client.ts'

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

export function newAccount(role: NewAccount['role'], own: Partial<NewAccount>): NewAccount {
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

export async function register(
  call: Call,
  { name, email, password, role, profession }: NewAccount,
): Promise<void> {
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

export async function logInAt(
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
export async function publish(admin: Call, teacher: Member, input: PlaylistInput): Promise<Published> {
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
