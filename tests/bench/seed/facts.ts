import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/data/database.ts'
import { PUPIL, VIEWER } from './groups.ts'
import { emailOf, PASSWORD } from './people.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

const SAMPLE = 1500
const LITTLE_LIKED = { least: 4, most: 8 }
const SCRIPTS = {
  Latin: /^\p{Script=Latin}{2,}$/u,
  Cyrillic: /^\p{Script=Cyrillic}{2,}$/u,
  Arabic: /^\p{Script=Arabic}{2,}$/u,
  Chinese: /^\p{Script=Han}{2}$/u,
} as const
export type ScriptName = keyof typeof SCRIPTS

/** What is asked of a search: words in hundreds of playlists, in a few, mistyped, in none. */
export interface Words {
  common: string[]
  rare: string[]
  misspelt: string[]
  absent: string[]
  /** What finds as many on a site of any size, so that a small and a large one have the same to do. */
  alike: Alike
}

export interface Alike {
  /** Words in 50 to 90 playlists: as many as the small site has of its common ones in any script. */
  common: string[]
  /** In 20 to 40: a page and what comes after it. */
  rare: string[]
  /** The same mistyped. */
  misspelt: string[]
}

/** What a run of the bench asks this site about; `bench.json` in the data folder. */
export interface SiteFacts {
  scale: string
  /** A public course with more comments than any other, and its playlist. */
  loud: { courseId: string; playlistId: string }
  playlistIds: string[]
  courseIds: string[]
  /** Public courses with a few likes each, as most have on a site of any size. */
  littleLikedIds: string[]
  teacherNames: string[]
  /** First names that so many teachers have, at least, that both sites can fill a page of them. */
  manyTeachersNames: string[]
  words: Record<ScriptName, Words>
  image: string
  /** An approved course that the first of these people sees as a member of a group; only on a site with groups. */
  ofGroup?: { courseId: string; playlistId: string } | undefined
  /** `pupil` is in one group on a site with groups. */
  people: { emails: string[]; pupil: string; admin: string; password: string }
}

export async function keepFacts(
  db: Database,
  folder: string,
  known: Pick<SiteFacts, 'scale' | 'loud'>,
): Promise<void> {
  const facts: SiteFacts = { ...known, ...(await gather(db)) }
  await writeFile(join(folder, 'bench.json'), JSON.stringify(facts))
}

async function gather(db: Database): Promise<Omit<SiteFacts, 'scale' | 'loud'>> {
  const random = createSeededRandom('questions')
  const words = await db.selectFrom('search_words').select(['word', 'documents']).orderBy('word').execute()
  const playlists = await db
    .selectFrom('playlists')
    .select('id')
    .where('shown', '=', 'public')
    .orderBy('id', 'desc')
    .limit(SAMPLE)
    .execute()
  const courses = await sql<{ id: string }>`
    select courses.id from courses join playlists on playlists.id = courses.playlist_id
    where courses.status = 'approved' and playlists.shown = 'public' order by courses.id limit ${SAMPLE}`.execute(
    db,
  )
  const littleLiked = await sql<{ id: string }>`
    select courses.id from courses join playlists on playlists.id = courses.playlist_id
    where courses.status = 'approved' and playlists.shown = 'public'
    and likes_count between ${LITTLE_LIKED.least} and ${LITTLE_LIKED.most} order by courses.id limit ${SAMPLE}`.execute(
    db,
  )
  const teachers = await db
    .selectFrom('users')
    .select('username')
    .where('role', '=', 'Teacher')
    .orderBy('id')
    .limit(SAMPLE)
    .execute()
  const image = await db
    .selectFrom('images')
    .innerJoin('playlists', 'playlists.image', 'images.name')
    .select(['images.name', 'images.widths'])
    .orderBy('images.name')
    .executeTakeFirstOrThrow()
  const width = image.widths.slice(1, -1).split(',').at(-1) ?? ''
  const teacherNames = teachers.map(({ username }) => username.split(' ')[0] ?? username)
  return {
    playlistIds: playlists.map(({ id }) => id),
    courseIds: courses.rows.map(({ id }) => id),
    littleLikedIds: littleLiked.rows.map(({ id }) => id),
    teacherNames,
    manyTeachersNames: oftenAmong(teacherNames),
    words: {
      Latin: questionsIn('Latin', words, random),
      Cyrillic: questionsIn('Cyrillic', words, random),
      Arabic: questionsIn('Arabic', words, random),
      Chinese: questionsIn('Chinese', words, random),
    },
    image: `${image.name}-${width}.webp`,
    ofGroup: await findOfGroup(db),
    people: {
      emails: Array.from({ length: 33 }, (_, n) => emailOf(VIEWER + n)),
      pupil: emailOf(PUPIL),
      admin: emailOf(1),
      password: PASSWORD,
    },
  }
}

/** The newest course of the viewer's groups. */
async function findOfGroup(db: Database): Promise<SiteFacts['ofGroup']> {
  const { rows } = await sql<{ courseId: string; playlistId: string }>`
    select courses.id as "courseId", playlists.id as "playlistId" from users
    join group_members on group_members.user_id = users.id
    join playlist_groups on playlist_groups.group_id = group_members.group_id
    join playlists on playlists.id = playlist_groups.playlist_id and playlists.shown = 'groups'
    join courses on courses.playlist_id = playlists.id and courses.status = 'approved'
    where users.email = ${emailOf(VIEWER)} order by courses.id desc limit 1`.execute(db)
  return rows[0]
}

interface Known {
  word: string
  documents: number
}

function questionsIn(script: ScriptName, known: Known[], random: SeededRandom): Words {
  const own = known
    .filter(({ word }) => SCRIPTS[script].test(word))
    .toSorted((a, b) => b.documents - a.documents)
  const frequent = own.slice(0, 40).map(({ word }) => word)
  const seldom = own.filter(({ documents }) => documents <= 5).map(({ word }) => word)
  const space = script === 'Chinese' ? '' : ' '
  const some = (words: string[]) =>
    words.toSorted(() => 0).filter((_, n) => n % Math.ceil(words.length / SAMPLE) === 0)
  return {
    common: frequent.flatMap((one) =>
      frequent.map((other) => (one === other ? one : `${one}${space}${other}`)),
    ),
    rare: some(seldom.length > 0 ? seldom : frequent),
    misspelt: some(own.map(({ word }) => word).filter((word) => word.length >= 6)).map((word) =>
      mistyped(word, random),
    ),
    absent: Array.from({ length: SAMPLE }, () => scrambled(own, random)),
    alike: alikeAmong(own, random),
  }
}

/** As many names on a page are what any site of a hundred teachers has of a few names. */
export const TEACHERS_ALIKE = 3

function oftenAmong(names: string[]): string[] {
  const counts = Map.groupBy(names, (name) => name)
  return [...counts].flatMap(([name, all]) => (all.length >= TEACHERS_ALIKE ? [name] : []))
}

function alikeAmong(own: Known[], random: SeededRandom): Alike {
  const beginning = foundBy(own)
  const foundIn = (least: number, most: number) =>
    own.flatMap(({ word }) => {
      const count = beginning.get(word) ?? 0
      return count >= least && count <= most ? [word] : []
    })
  const rare = foundIn(20, 40)
  return {
    common: foundIn(50, 90),
    rare,
    misspelt: rare.filter((word) => word.length >= 6).map((word) => mistyped(word, random)),
  }
}

/** Word → in how many playlists it stands or begins another word, each counted for each of its words. */
function foundBy(words: Known[]): Map<string, number> {
  const sorted = words.toSorted((a, b) => (a.word < b.word ? -1 : 1))
  return new Map(
    sorted.map(({ word }, at) => {
      let count = 0
      for (let next = at; sorted[next]?.word.startsWith(word); next += 1)
        count += sorted[next]?.documents ?? 0
      return [word, count]
    }),
  )
}

/** Two letters change places. */
function mistyped(word: string, random: SeededRandom): string {
  const at = 1 + Math.floor(random.roll() * (word.length - 3))
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
}

/** Letters of the script in an order that is no word. */
function scrambled(words: Known[], random: SeededRandom): string {
  const letter = () => {
    const { word } = words[Math.floor(random.roll() * words.length)] ?? { word: 'x' }
    return [...word][Math.floor(random.roll() * word.length)] ?? 'x'
  }
  return Array.from({ length: 9 }, letter).join('')
}
