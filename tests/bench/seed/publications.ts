import { sortKey } from '#server/data/sort-key.ts'
import { FIRST_DAY, idAt, isoOf, LAST_DAY } from './dates.ts'
import type { People } from './people.ts'
import type { Scale } from './scales.ts'
import type { SeededRandom } from './seeded-random.ts'
import { visibilityOf } from './visibility.ts'
import type { Writer } from './words.ts'

/** Every course shows the same video. */
export const VIDEO_ID = 'dQw4w9WgXcQ'

const PLAYLIST = 2
const COURSE = 3
const HOUR = 3_600_000
const TEACHERS_PLAYLISTS_MAX = 200
const COURSES_MAX = 300
/** Playlists begin after the year in which people joined. */
const OPENING = FIRST_DAY + (LAST_DAY - FIRST_DAY) / 3

export interface Publications {
  playlists: { id: string; time: number; teacher: number; approved: boolean }[]
  courses: { id: string; time: number; playlist: number; approved: boolean }[]
}

/** Numbers that visit every place once, far from each other: what is popular is not what is old. */
export function scattered(number: number, size: number): number {
  return (number * 7919 + 13) % size
}

/** Few have much: place 0 most, the last one least. */
export function skewed(random: SeededRandom, size: number, power: number): number {
  return Math.min(size - 1, Math.floor(size * random.roll() ** power))
}

export function planPublications(scale: Scale, people: People, random: SeededRandom): Publications {
  const teachers = teachersOf(scale.playlists, people, random)
  const length = (LAST_DAY - OPENING) * 0.9
  const playlists = teachers.map((teacher, n) => {
    const time = Math.floor(OPENING + length * (n / scale.playlists))
    return { id: idAt(time, PLAYLIST, n), time, teacher, approved: random.roll() < 0.9 }
  })
  const sizes = coursesIn(scale, random)
  const courses: Publications['courses'] = []
  for (const [playlist, { time }] of playlists.entries()) {
    for (let n = 0; n < (sizes[playlist] ?? 0); n += 1) {
      const at = time + (n + 1) * HOUR
      courses.push({
        id: idAt(at, COURSE, courses.length),
        time: at,
        playlist,
        approved: random.roll() < 0.92,
      })
    }
  }
  return { playlists, courses }
}

/** The teacher of each playlist; nobody has more than the product allows. */
function teachersOf(playlists: number, { teachers }: People, random: SeededRandom): number[] {
  const counts = new Int32Array(teachers.length)
  return Array.from({ length: playlists }, () => {
    let index = skewed(random, teachers.length, 1.5)
    while ((counts[index] ?? 0) >= TEACHERS_PLAYLISTS_MAX) index = (index + 1) % teachers.length
    counts[index] = (counts[index] ?? 0) + 1
    return teachers[index] ?? 0
  })
}

function coursesIn({ playlists, courses }: Scale, random: SeededRandom): Int32Array {
  const sizes = new Int32Array(playlists).fill(1)
  for (let assigned = playlists; assigned < courses; ) {
    const playlist = scattered(skewed(random, playlists, 1.4), playlists)
    if ((sizes[playlist] ?? 0) >= COURSES_MAX) continue
    sizes[playlist] = (sizes[playlist] ?? 0) + 1
    assigned += 1
  }
  return sizes
}

interface TextParts {
  writer: Writer
  random: SeededRandom
  covers: readonly [string, ...string[]]
  categories: readonly string[]
  groups: number
}

const OTHERWISE = ['pending', 'pending', 'processing', 'cancel'] as const

export function* playlistRows({ playlists }: Publications, people: People, parts: TextParts) {
  const { writer, random, covers, categories, groups } = parts
  for (const [place, { id, time, teacher, approved }] of playlists.entries()) {
    const title = writer.title()
    yield {
      id,
      teacher_id: people.ids[teacher] ?? '',
      category_id: categories[skewed(random, categories.length, 1.3)] ?? '',
      title,
      title_key: sortKey(title),
      description: writer.description(),
      image: random.pick(covers),
      status: approved ? 'approved' : random.pick(OTHERWISE),
      visibility: visibilityOf(place, groups),
      created_at: isoOf(time),
      updated_at: isoOf(time),
    }
  }
}

export function* courseRows({ playlists, courses }: Publications, { writer, random, covers }: TextParts) {
  let former = -1
  let number = 0
  for (const { id, time, playlist, approved } of courses) {
    if (playlist !== former) writer.title()
    number = playlist === former ? number + 1 : 1
    former = playlist
    const title = writer.chapter(number)
    yield {
      id,
      playlist_id: playlists[playlist]?.id ?? '',
      title,
      title_key: sortKey(title),
      video_id: VIDEO_ID,
      description: writer.description(),
      image: random.pick(covers),
      status: approved ? 'approved' : random.pick(OTHERWISE),
      created_at: isoOf(time),
      updated_at: isoOf(time),
    }
  }
}
