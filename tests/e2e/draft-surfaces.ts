/** The screens on which a user types a text that has to be saved. */
import type { Locator, Page } from '@playwright/test'
import type { Member, Preparation, Published } from './accounts.ts'

export const WRITERS = ['teacher', 'student', 'admin'] as const
type Writer = (typeof WRITERS)[number]

export type Scene = { published: Published } & Record<Writer, Member>

export interface Surface {
  name: string
  writer: Writer
  address: (scene: Scene) => string
  /** Leads from the address to the field, where that takes more; does nothing when a draft has opened it. */
  open?: (page: Page) => Promise<void>
  field: (page: Page) => Locator
}

const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nA function remembers.\n'

/** One playlist that is approved, one that waits, and captions. */
export async function prepareScene(prepare: Preparation): Promise<Scene> {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{ title: 'Closures' }] })
  const image = new Blob([VTT], { type: 'text/vtt' })
  const courseId = published.courses[0]?._id ?? ''
  await teacher.call('captions.save', { params: { courseId, language: 'en' }, body: {}, image })
  // The desk lists no playlist without a video.
  await prepare.publish(teacher, { title: 'Waits for an admin', status: 'pending', courses: [{}] })
  const student = await prepare.member('Student')
  return { published, teacher, student, admin: await prepare.admin() }
}

const courseOf = ({ published }: Scene) => published.courses[0]?._id ?? ''
const watch = (scene: Scene) => `/watch-video/${scene.published.id}/${courseOf(scene)}`

/** Clicks the field, which a draft has opened, or else the button that opens it. */
async function openDeskForm(page: Page, opener: string, field: Locator): Promise<void> {
  const decision = page.getByRole('group', { name: 'Decision' })
  await field
    .or(decision.getByRole('button', { name: opener }))
    .first()
    .click()
}
const note = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true })
const message = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

export const SURFACES: readonly Surface[] = [
  {
    name: 'a new playlist',
    writer: 'teacher',
    address: () => '/teacher-dashboard/add-playlist',
    field: (page) => page.getByLabel('Description'),
  },
  {
    name: 'a changed playlist',
    writer: 'teacher',
    address: ({ published }) => `/teacher-dashboard/edit-playlist/${published.id}`,
    field: (page) => page.getByLabel('Description'),
  },
  {
    name: 'a changed course',
    writer: 'teacher',
    address: (scene) => `/teacher-dashboard/edit-course/${scene.published.id}/${courseOf(scene)}`,
    field: (page) => page.getByLabel('Description'),
  },
  {
    name: 'the panel of a course',
    writer: 'teacher',
    address: ({ published }) => `/teacher-dashboard/build/${published.id}`,
    field: (page) => page.getByLabel('Description'),
  },
  {
    name: 'the grid',
    writer: 'teacher',
    address: ({ published }) => `/teacher-dashboard/build/${published.id}?view=grid`,
    field: (page) => page.getByLabel(/^Description of video 1/),
  },
  {
    name: 'captions',
    writer: 'teacher',
    address: (scene) => `/teacher-dashboard/build/${scene.published.id}/captions/${courseOf(scene)}/en`,
    field: (page) => page.getByRole('textbox', { name: 'Text of cue 1' }),
  },
  {
    name: 'pasted links',
    writer: 'teacher',
    address: ({ published }) => `/teacher-dashboard/build/${published.id}/add`,
    field: (page) => page.getByLabel(/^Paste one/),
  },
  {
    name: 'the profile',
    writer: 'student',
    address: ({ student }) => `/update-user/${student.id}`,
    field: (page) => page.getByLabel('Name', { exact: true }),
  },
  {
    name: 'a comment',
    writer: 'student',
    address: watch,
    field: (page) => page.getByLabel('Add a comment'),
  },
  {
    name: 'a category',
    writer: 'admin',
    address: () => '/admin/category',
    field: (page) => page.getByLabel('New category'),
  },
  {
    name: 'a note of the review desk',
    writer: 'admin',
    address: ({ teacher }) => `/admin/review?teacher=${teacher.id}`,
    open: (page) => openDeskForm(page, 'Note', note(page)),
    field: note,
  },
  {
    name: 'the message of a decision',
    writer: 'admin',
    address: ({ teacher }) => `/admin/review?teacher=${teacher.id}`,
    open: (page) => openDeskForm(page, 'Request changes', message(page)),
    field: message,
  },
]
