import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { z } from 'zod'
import { createFixtures, type Fixtures, picture, send } from './client.ts'
import type { Fault } from './fault.ts'
import { ADMIN, killSite, openSite, stopSite } from './site.ts'

/** FAULT_ROUNDS shortens the run; the figures contain the number of rounds. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 200)
const FOLLOWERS = 4000
const LONGEST_MS = 400
const LONGEST_LEASE_MS = 300_000

const Made = z.object({ data: z.object({ _id: z.string() }) })
const Login = z.object({ token: z.string() })
const Asked = z.object({ comment: z.object({ _id: z.string() }) })
const Counts = z.array(z.object({ subject: z.string(), n: z.number(), users: z.number() }))

/** Inserts followers of the playlist, as copies of a student, while the site is stopped. */
function addFollowers(data: string, { playlistId }: Fixtures): void {
  const sqlite = new SQLite(join(data, 'lectern.db'))
  const columns = z
    .array(z.object({ name: z.string() }))
    .parse(sqlite.pragma('table_info(users)'))
    .map(({ name }) => name)
  const own: Record<string, string> = {
    id: "printf('%024x', value)",
    email: "printf('follower%d@example.org', value)",
    email_key: "printf('follower%d@example.org', value)",
  }
  const copied = columns.map((name) => own[name] ?? `users.${name}`).join()
  sqlite.exec(`with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < ${FOLLOWERS})
    insert into users (${columns.join()}) select ${copied} from numbers,
    (select * from users where role = 'Student' limit 1) as users`)
  sqlite.exec(`insert into follows (user_id, playlist_id, created_at)
    select id, '${playlistId}', '2026-01-01T00:00:00.000Z' from users where email like 'follower%'`)
  sqlite.close()
}

interface Written {
  /** The ids of courses and questions that the site acknowledged. */
  published: string[]
  asked: string[]
}

/** Adds a course that waits for review. Returns its id. */
async function addCourse(url: string, { teacher, playlistId }: Fixtures): Promise<string> {
  const form = {
    videoTitle: 'Another course',
    description: 'Short.',
    videoLink: 'aircAruvnKk',
    tutorialImage: await picture(),
  }
  const made = await send(`${url}/api/courses/${playlistId}`, 'POST', { token: teacher.token, form })
  return Made.parse(made?.body).data._id
}

interface Publishing {
  url: string
  course: string
  admin: string
  fixtures: Fixtures
  written: Written
}

/** Approves the course, and asks questions until the site is killed. */
async function publishAndAsk({ url, course, admin, fixtures, written }: Publishing): Promise<void> {
  const approve = async () => {
    const json = { isCourseApproved: 'approved' }
    const answer = await send(`${url}/api/courses/approve-course/${course}`, 'POST', { token: admin, json })
    if (answer?.status === 200) written.published.push(course)
  }
  const ask = async (token: string) => {
    for (;;) {
      const json = { text: 'Why?', courseId: fixtures.courseId, question: true }
      const answer = await send(`${url}/api/comments`, 'POST', { token, json })
      if (answer === undefined) return
      if (answer.status === 201) written.asked.push(Asked.parse(answer.body).comment._id)
    }
  }
  await Promise.all([approve(), ...fixtures.students.slice(0, 3).map(ask)])
}

/** For each subject of a kind, the number of notifications and the number of notified users. */
function countsOf(data: string, kind: string): Map<string, { n: number; users: number }> {
  const sqlite = new SQLite(join(data, 'lectern.db'), { readonly: true })
  const rows = Counts.parse(
    sqlite
      .prepare(
        'select subject_id as subject, count(*) as n, count(distinct user_id) as users from notifications where kind = ? group by subject_id',
      )
      .all(kind),
  )
  sqlite.close()
  return new Map(rows.map(({ subject, n, users }) => [subject, { n, users }]))
}

function jobsLeft(data: string): number {
  const sqlite = new SQLite(join(data, 'lectern.db'), { readonly: true })
  const left = sqlite.prepare("select count(*) from jobs where kind = 'notify-followers'").pluck().get()
  sqlite.close()
  return Number(left)
}

async function jobsDone(data: string): Promise<void> {
  const deadline = Date.now() + LONGEST_LEASE_MS
  while (jobsLeft(data) > 0 && Date.now() < deadline) await delay(100)
}

export const killWhileNotifying: Fault = {
  id: 'F29',
  title: 'kill -9 while followers and teachers are notified',
  async run(folder, say) {
    const data = join(folder, 'data')
    const first = await openSite({ folder: data })
    const fixtures = await createFixtures(first.url)
    const login = await send(`${first.url}/api/auth/login`, 'POST', { json: ADMIN })
    const admin = Login.parse(login?.body).token
    await stopSite(first)
    addFollowers(data, fixtures)
    const written: Written = { published: [], asked: [] }
    let interrupted = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const site = await openSite({ folder: data })
      const course = await addCourse(site.url, fixtures)
      const working = publishAndAsk({ url: site.url, course, admin, fixtures, written })
      await delay(randomInt(5, LONGEST_MS))
      await killSite(site)
      await working
      if (jobsLeft(data) > 0) interrupted += 1
      if (round % 20 === 19)
        say(`${round + 1} kills, ${written.published.length} published, ${interrupted} in a job`)
    }
    const last = await openSite({ folder: data })
    await jobsDone(data)
    await stopSite(last)
    const videos = countsOf(data, 'video_followed')
    const questions = countsOf(data, 'question')
    const wrong = [
      ...written.published.filter((id) => !isOnce(videos.get(id), FOLLOWERS)),
      ...written.asked.filter((id) => !isOnce(questions.get(id), 1)),
      ...[...videos].filter(([, counts]) => !isOnce(counts, FOLLOWERS)).map(([id]) => id),
      ...[...questions].filter(([, counts]) => !isOnce(counts, 1)).map(([id]) => id),
    ]
    for (const id of wrong.slice(0, 10)) say(`  ${id} is not there once for everybody`)
    return {
      held: wrong.length === 0 && jobsLeft(data) === 0 && interrupted > 0,
      figures:
        `${ROUNDS} kills, ${interrupted} of them before a job had ended; ${videos.size} videos with ${FOLLOWERS} followers ` +
        `and ${questions.size} questions: each of the ${videos.size * FOLLOWERS + questions.size} notifications once, ${wrong.length} wrong`,
    }
  },
}

function isOnce(counts: { n: number; users: number } | undefined, users: number): boolean {
  return counts?.n === users && counts.users === users
}
