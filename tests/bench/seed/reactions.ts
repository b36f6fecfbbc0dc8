import { FIRST_DAY, idAt, isoOf, LAST_DAY } from './dates.ts'
import type { People } from './people.ts'
import { type Publications, scattered, skewed } from './publications.ts'
import type { Scale } from './scales.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Writer } from './words.ts'

const COMMENT = 4
const LIKE = 5
const SAVE = 6
const SECOND = 1000
const TARGETS = 2 ** 20
const TEXTS = 4000

interface Reaction {
  time: number
  /** Of what it is about. */
  target: number
}

interface Happening {
  count: number
  /** What the next one is about. */
  next: (number: number) => number
  /** When that began. */
  beganAt: (target: number) => number
}

/**
 * What people did, in the order in which they did it, as rows of a site that grew are: the time in seconds and the place
 * in one number sort by themselves.
 */
function* reactions({ count, next, beganAt }: Happening, random: SeededRandom): Generator<Reaction> {
  const packed = new Float64Array(count)
  for (let n = 0; n < count; n += 1) {
    const target = next(n)
    const began = beganAt(target)
    const time = began + random.roll() * (LAST_DAY - began)
    packed[n] = Math.floor((time - FIRST_DAY) / SECOND) * TARGETS + target
  }
  packed.sort()
  for (const each of packed) {
    yield { time: FIRST_DAY + Math.floor(each / TARGETS) * SECOND, target: each % TARGETS }
  }
}

interface Crowd {
  scale: Scale
  people: People
  publications: Publications
  random: SeededRandom
}

/** The course that everybody talks about: public, and so is its playlist. */
export function mostTalkedAbout({ playlists, courses }: Publications): number {
  const middle = Math.floor(courses.length / 3)
  const index = courses.findIndex(
    ({ approved, playlist }, n) => n >= middle && approved && playlists[playlist]?.approved === true,
  )
  if (index === -1) throw new Error('No course is public.')
  return index
}

export function* commentRows({ scale, people, publications, random }: Crowd, writer: Writer) {
  const { courses } = publications
  const texts = Array.from({ length: TEXTS }, () => writer.comment())
  const loud = mostTalkedAbout(publications)
  const rest = (target: number) => (target === loud ? (target + 1) % courses.length : target)
  const talk = {
    count: scale.comments,
    next: (n: number) =>
      n < scale.mostComments ? loud : rest(scattered(skewed(random, courses.length, 2.5), courses.length)),
    beganAt: (target: number) => courses[target]?.time ?? 0,
  }
  let number = 0
  for (const { time, target } of reactions(talk, random)) {
    const at = isoOf(time)
    yield {
      id: idAt(time, COMMENT, number),
      course_id: courses[target]?.id ?? '',
      user_id: people.ids[skewed(random, people.ids.length, 1.5)] ?? '',
      text: texts[Math.floor(random.roll() * TEXTS)] ?? '',
      created_at: at,
      updated_at: at,
    }
    number += 1
  }
}

/** Nobody twice for one place: each next one is a step further, and steps of this length visit everybody. */
function inTurns(people: People, targets: number): (target: number) => string {
  const counts = new Int32Array(targets)
  const { length } = people.ids
  return (target) => {
    const turn = counts[target] ?? 0
    counts[target] = turn + 1
    return people.ids[(target * 31 + turn * 7919) % length] ?? ''
  }
}

/** As many as there are people, at most. */
function bounded(targets: number, most: number, choose: () => number): () => number {
  const counts = new Int32Array(targets)
  return () => {
    let target = choose()
    while ((counts[target] ?? 0) >= most) target = (target + 1) % targets
    counts[target] = (counts[target] ?? 0) + 1
    return target
  }
}

export function* likeRows({ scale, people, publications, random }: Crowd) {
  const { courses } = publications
  const who = inTurns(people, courses.length)
  const choose = () => scattered(skewed(random, courses.length, 2.5), courses.length)
  const liking = {
    count: scale.likes,
    next: bounded(courses.length, people.ids.length, choose),
    beganAt: (target: number) => courses[target]?.time ?? 0,
  }
  let number = 0
  for (const { time, target } of reactions(liking, random)) {
    yield { id: idAt(time, LIKE, number), course_id: courses[target]?.id ?? '', user_id: who(target) }
    number += 1
  }
}

export function* saveRows({ scale, people, publications, random }: Crowd) {
  const { playlists } = publications
  const who = inTurns(people, playlists.length)
  const choose = () => scattered(skewed(random, playlists.length, 2), playlists.length)
  const saving = {
    count: scale.saves,
    next: bounded(playlists.length, people.ids.length, choose),
    beganAt: (target: number) => playlists[target]?.time ?? 0,
  }
  let number = 0
  for (const { time, target } of reactions(saving, random)) {
    yield { id: idAt(time, SAVE, number), user_id: who(target), playlist_id: playlists[target]?.id ?? '' }
    number += 1
  }
}
