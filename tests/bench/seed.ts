/**
 * `npm run bench:seed -- --scale small|medium|large|captioned|restricted|restricted_small [--data folder]`: a whole site that
 * is the same in every run, written in bulk into a folder of its own (`.cache/bench/<scale>`), or into the PostgreSQL
 * database of DATABASE_URL, which must be empty. Ends with the checks of the product's own doctor: every kept count and the search index. `--facts` only
 * chooses anew what the bench asks of a site that is there.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openToolDatabase, transaction } from '#server/data/database.ts'
import { migrate } from '#server/data/migrate.ts'
import { recount, wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { markAllAnnounced } from '#server/features/catalog/versions/new-public.queries.ts'
import { createImages } from '#server/features/media/media.ts'
import { openPictures } from '#server/features/media/picture-files.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { fill, openForBulk, settle } from './seed/bulk.ts'
import { captionsRows } from './seed/captions.ts'
import { keepFacts, type SiteFacts } from './seed/facts.ts'
import { followRows, notificationRows, settingRows } from './seed/following.ts'
import { groupMemberRows, groupRows, MEMBERS_A_GROUP, playlistGroupRows } from './seed/groups.ts'
import { peopleRows, planPeople } from './seed/people.ts'
import { storePictures } from './seed/pictures.ts'
import { createProgress } from './seed/progress.ts'
import { courseRows, planPublications, playlistRows } from './seed/publications.ts'
import { commentRows, likeRows, mostTalkedAbout, saveRows } from './seed/reactions.ts'
import { isScaleName, SCALES, type Scale } from './seed/scales.ts'
import { fillSearchIndex } from './seed/search.ts'
import { createSeededRandom } from './seed/seeded-random.ts'
import { createWriter } from './seed/words.ts'

async function seed(db: Database, scale: Scale, config: Config): Promise<SiteFacts['loud']> {
  const images = createImages({ db, files: openPictures(config) })
  const { covers, portraits } = await storePictures(images)
  const categories = (await db.selectFrom('categories').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )
  const random = createSeededRandom('bench')
  const writer = createWriter(random)
  const people = planPeople(scale)
  const publications = planPublications(scale, people, random)
  const { groups = 0 } = scale
  const parts = { writer, random, covers, categories, groups }
  const crowd = { scale, people, publications, random }
  const makeIndexes = await openForBulk(db)
  await fill(db, {
    table: 'users',
    all: scale.users,
    rows: peopleRows(people, { writer, random, portraits }),
  })
  await fill(db, {
    table: 'playlists',
    all: scale.playlists,
    rows: playlistRows(publications, people, parts),
  })
  await fill(db, { table: 'groups', all: groups, rows: groupRows(groups) })
  const memberships = groups * MEMBERS_A_GROUP
  await fill(db, { table: 'group_members', all: memberships, rows: groupMemberRows(groups, people) })
  const ofGroups = groups > 0 ? scale.playlists / 4 : 0
  await fill(db, { table: 'playlist_groups', all: ofGroups, rows: playlistGroupRows(groups, publications) })
  await fill(db, { table: 'courses', all: scale.courses, rows: courseRows(publications, parts) })
  await fill(db, {
    table: 'captions',
    all: scale.captions,
    rows: captionsRows(publications, { writer, count: scale.captions }),
  })
  await fill(db, { table: 'comments', all: scale.comments, rows: commentRows(crowd, writer) })
  await fill(db, { table: 'likes', all: scale.likes, rows: likeRows(crowd) })
  await fill(db, { table: 'saves', all: scale.saves, rows: saveRows(crowd) })
  const following = { count: scale.saves, people, publications }
  await fill(db, { table: 'follows', all: scale.saves, rows: followRows(following) })
  await fill(db, { table: 'notifications', all: scale.saves, rows: notificationRows(following) })
  await fill(db, { table: 'notification_settings', all: scale.users, rows: settingRows(people) })
  await makeIndexes()
  await markAllAnnounced(db)
  const loud = publications.courses[mostTalkedAbout(publications)]
  return { courseId: loud?.id ?? '', playlistId: publications.playlists[loud?.playlist ?? 0]?.id ?? '' }
}

async function check(db: Database): Promise<void> {
  const progress = createProgress('checking', 2)
  const counts = await wrongCounts(db)
  progress.move(1)
  const faults = await searchFaults(db)
  progress.move(1)
  progress.done()
  if (counts.length > 0) throw new Error(`Counts are wrong: ${JSON.stringify(counts)}`)
  if (faults > 0) throw new Error(`The search index is wrong in ${faults} places.`)
}

async function step(title: string, work: () => Promise<unknown>): Promise<void> {
  const progress = createProgress(title, 1)
  await work()
  progress.move(1)
  progress.done()
}

async function chooseAnew(folder: string): Promise<void> {
  const { scale, loud }: SiteFacts = JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8'))
  const db = openToolDatabase(readConfig({ ...process.env, DATA_DIR: folder }))
  await keepFacts(db, folder, { scale, loud })
  await db.destroy()
  process.stdout.write(`What is asked of ${folder} was chosen anew.\n`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      scale: { type: 'string', default: 'small' },
      data: { type: 'string' },
      facts: { type: 'boolean', default: false },
    },
  })
  const { scale } = values
  if (!isScaleName(scale)) throw new Error(`--scale is one of ${Object.keys(SCALES).join(', ')}.`)
  const folder = resolve(values.data ?? join('.cache/bench', scale))
  if (values.facts) return chooseAnew(folder)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const config = readConfig({ ...process.env, DATA_DIR: folder })
  const db = openToolDatabase(config)
  await migrate(db)
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody) throw new Error('This database is not empty: give the bench one of its own.')
  const loud = await seed(db, SCALES[scale], config)
  await step('counts', () => transaction(db, recount))
  await fillSearchIndex(db)
  await step('settling', () => settle(db))
  await check(db)
  await keepFacts(db, folder, { scale, loud })
  await db.destroy()
  process.stdout.write(`A ${scale} site is in ${folder}.\n`)
}

await main()
