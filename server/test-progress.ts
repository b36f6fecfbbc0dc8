import type { MergeItem, PlaylistProgress, ProgressCard, ProgressSave } from '#contract/learning/progress.ts'
import { openTestApp, type TestApp, type TestUser } from './test-app.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'

/** The video of `insertCourse`. */
export const VIDEO = 'youtube:dQw4w9WgXcQ'

/** A public playlist with as many courses, and a student. */
export async function openPlaylist(courses = 1) {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const ids: string[] = []
  for (let n = 0; n < courses; n += 1) ids.push(await insertCourse(testApp, { playlistId }))
  const [courseId = ''] = ids
  return { testApp, teacher, playlistId, courseId, ids, student: await testApp.user('Sam') }
}

export type Caller = Pick<TestUser, 'request'>

/** A save with its position at the end of its ranges, for a video of 100 seconds. */
export function saveOf(ranges: [number, number][], others: Partial<ProgressSave> = {}): ProgressSave {
  return { at: ranges.at(-1)?.[1] ?? 0, duration: 100, ranges, videoKey: VIDEO, rate: 1, ...others }
}

export const put = ({ request }: Caller, courseId: string, save: object) =>
  request('PUT', `/api/progress/${courseId}`, save)

export async function saved(caller: Caller, courseId: string, save: object) {
  const answer = await put(caller, courseId, save)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

export const mark = ({ request }: Caller, courseId: string, done: boolean) =>
  request('PUT', `/api/progress/${courseId}/done`, { done })

export async function inPlaylist(
  { request }: Caller,
  playlistId: string,
  course?: string,
): Promise<PlaylistProgress> {
  return (await request('GET', `/api/progress/${playlistId}${course ? `?course=${course}` : ''}`)).json()
}

interface Listed {
  cards: ProgressCard[]
  total: number
  nextCursor: string | null
}

export async function listed({ request }: Caller, kind: string, query = ''): Promise<Listed> {
  return (await request('GET', `/api/progress?kind=${kind}${query}`)).json()
}

export const merge = ({ request }: Caller, items: MergeItem[]) =>
  request('POST', '/api/progress/merge', { items })

/** Makes an account this many days old. */
export async function makeOlder({ db }: TestApp, { id }: TestUser, days: number): Promise<void> {
  const created_at = new Date(Date.now() - days * 86_400_000).toISOString()
  await db.updateTable('users').set({ created_at }).where('id', '=', id).execute()
}

/** Inserts everything that a user can leave in a course: progress, a mark, a note, and a question with its answer. */
export async function leaveTraces(
  testApp: TestApp,
  { student, teacher, playlistId }: { student: TestUser; teacher: TestUser; playlistId: string },
) {
  const courseId = await insertCourse(testApp, { playlistId })
  await saved(
    student,
    courseId,
    saveOf(
      [
        [0, 10],
        [20, 35],
      ],
      { at: 34.75, rate: 1.25 },
    ),
  )
  await mark(student, courseId, true)
  await student.request('POST', '/api/notes', { courseId, at: 3, text: 'Remember.' })
  const asked = await student.request('POST', '/api/comments', {
    courseId,
    at: 3,
    text: 'Why?',
    question: true,
  })
  const parentId: string = asked.json().comment._id
  const reply = await teacher.request('POST', '/api/comments', { courseId, text: 'Because.', parentId })
  await student.request('PUT', `/api/comments/${parentId}/answer`, { by: reply.json().comment._id })
  const answered = await testApp.db
    .selectFrom('comments')
    .select('answered_by')
    .where('id', '=', parentId)
    .execute()
  if (!answered[0]?.answered_by) throw new Error('There is no answer.')
}
