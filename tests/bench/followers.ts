/**
 * `npm run bench:followers [-- --followers 100000]`: compares a playlist with many followers to one without, in a new SQLite
 * file or the empty database of DATABASE_URL. Prints how long the job that notifies them takes, how much longer publishing
 * takes, and how much longer the bell takes for a user with as many notifications.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Database, openToolDatabase } from '#server/data/database.ts'
import { migrate } from '#server/data/migrate.ts'
import { storeSite } from '#server/data/site-row.ts'
import { announceNew } from '#server/features/catalog/versions/new-public.queries.ts'
import { listNotifications } from '#server/features/notifications/notifications.routes.ts'
import { notifyBatchOfFollowers } from '#server/features/notifications/publishing.ts'
import { medianOf } from './run/median.ts'
import { fill } from './seed/bulk.ts'
import { idAt, isoOf, LAST_DAY } from './seed/dates.ts'

const ROUNDS = 21
/** The notifications of the user that the bell is compared with. */
const FEW = 1000
const [PERSON, PLAYLIST, COURSE, NOTIFICATION, OTHERS] = [1, 2, 3, 7, 8]
const AT = isoOf(LAST_DAY)

const { values } = parseArgs({ options: { followers: { type: 'string', default: '100000' } } })
const followers = Number(values.followers)

const person = (n: number) => idAt(LAST_DAY, PERSON, n)
const playlistIds = [idAt(LAST_DAY, PLAYLIST, 0), idAt(LAST_DAY, PLAYLIST, 1)] as const

function* range(count: number) {
  for (let n = 0; n < count; n += 1) yield n
}

/** The teacher is the first person; everybody follows the first playlist, nobody the second. */
async function fillSite(db: Database): Promise<void> {
  const image = 'a'.repeat(40)
  await fill(db, {
    table: 'images',
    all: 1,
    rows: [{ name: image, width: 1, height: 1, widths: '[1]', bytes: 1, placeholder: '', created_at: AT }],
  })
  const people = range(followers + 1).map((n) => ({
    id: person(n),
    username: `Person ${n}`,
    username_key: `person ${n}`,
    email: `person-${n}@example.org`,
    email_key: `person-${n}@example.org`,
    password_hash: '!',
    role: n === 0 ? 'Teacher' : 'Student',
    photo: image,
    created_at: AT,
    updated_at: AT,
  }))
  await fill(db, { table: 'users', all: followers + 1, rows: people })
  const category = await db.selectFrom('categories').select('id').limit(1).executeTakeFirstOrThrow()
  const texts = {
    title: 'A',
    title_key: 'a',
    description: 'B',
    image,
    status: 'approved',
    created_at: AT,
    updated_at: AT,
  }
  const playlists = playlistIds.map((id) => ({
    id,
    teacher_id: person(0),
    category_id: category.id,
    ...texts,
    announced_at: AT,
  }))
  await fill(db, { table: 'playlists', all: 2, rows: playlists })
  const courses = range(2 * (ROUNDS + 1)).map((n) => ({
    id: idAt(LAST_DAY, COURSE, n),
    playlist_id: playlistIds[n % 2] ?? '',
    video_id: 'aircAruvnKk',
    ...texts,
    announced_at: AT,
  }))
  await fill(db, { table: 'courses', all: 2 * (ROUNDS + 1), rows: courses })
  const follows = range(followers).map((n) => ({
    user_id: person(n + 1),
    playlist_id: playlistIds[0],
    created_at: AT,
  }))
  await fill(db, { table: 'follows', all: followers, rows: follows })
  await notify(db, { userId: person(0), count: followers, series: NOTIFICATION })
  await notify(db, { userId: person(1), count: FEW, series: OTHERS })
}

interface Notified {
  userId: string
  count: number
  /** Part of the ids, different for each user. */
  series: number
}

async function notify(db: Database, { userId, count, series }: Notified): Promise<void> {
  const rows = range(count).map((n) => {
    const course = idAt(LAST_DAY, COURSE, n % ROUNDS)
    return {
      id: idAt(LAST_DAY - count + n, series, n),
      user_id: userId,
      kind: 'comment',
      subject_kind: 'course',
      subject_id: course,
      group_id: course,
      data: '{}',
      created_at: AT,
    }
  })
  await fill(db, { table: 'notifications', all: count, rows })
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The median milliseconds of the transaction that makes a course public, for each of the two playlists. */
async function publishing(db: Database): Promise<[followed: number, alone: number]> {
  const times: [number[], number[]] = [[], []]
  for (const n of range(2 * ROUNDS)) {
    const course = idAt(LAST_DAY, COURSE, n)
    const time = await milliseconds(() =>
      db.transaction().execute(async (trx) => {
        await trx.updateTable('courses').set({ announced_at: null }).where('id', '=', course).execute()
        await announceNew(trx, playlistIds[n % 2 === 0 ? 0 : 1])
      }),
    )
    times[n % 2 === 0 ? 0 : 1].push(time)
  }
  return [medianOf(times[0]), medianOf(times[1])]
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-followers-'))
  const config = readConfig({ ...process.env, DATA_DIR: folder, OUTSIDE: 'off' })
  const db = openToolDatabase(config)
  await migrate(db)
  await fillSite(db)
  const { app, context } = await buildApp({ config, db, logger: false })
  await storeSite(db, { keyCheck: context.secrets.check, sendsMail: true })
  const [followed, alone] = await publishing(db)
  const course = idAt(LAST_DAY, COURSE, 2 * ROUNDS)
  const published = { playlistId: playlistIds[0], isNew: false, courses: [course] }
  // Only the jobs for the rest of these followers are to run, not those of the publications above.
  await db.deleteFrom('jobs').execute()
  const tellAll = async () => {
    await notifyBatchOfFollowers(context, published, new AbortController().signal)
    await context.jobs.runDue()
  }
  const job = await milliseconds(tellAll)
  const again = await milliseconds(tellAll)
  const { n } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('kind', '=', 'video_followed')
    .executeTakeFirstOrThrow()
  const bell = async (id: string) => {
    const viewer = {
      id,
      username: '',
      role: 'Student' as const,
      isAdmin: false,
      sessionId: '',
      emailVerified: true,
    }
    const times: number[] = []
    for (const _ of range(ROUNDS))
      times.push(await milliseconds(() => listNotifications(db, viewer, { limit: 20 })))
    return medianOf(times)
  }
  const [large, small] = [await bell(person(0)), await bell(person(1))]
  process.stdout.write(`
${Number(n)} followers were notified in ${(job / 1000).toFixed(1)} s; a second run, which writes nothing, took ${(again / 1000).toFixed(1)} s.
Publishing with ${followers} followers takes ${(followed / alone).toFixed(2)} of the time without (${followed.toFixed(2)} ms).
The bell of a user with ${followers} notifications takes ${(large / small).toFixed(2)} of the time with ${FEW} (${large.toFixed(2)} ms).\n`)
  await app.close()
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
}

await main()
