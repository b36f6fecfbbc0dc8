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
const PLACES = 2 ** 20
const TEXTS = 4000

interface Moment {
  time: number
  /** Of what it is about. */
  place: number
}

interface Happening {
  count: number
  /** What the next one is about. */
  next: (number: number) => number
  /** When that began. */
  beganAt: (place: number) => number
}

/**
 * What people did, in the order in which they did it, as rows of a site that grew are: the time in seconds and the place
 * in one number sort by themselves.
 */
function* moments({ count, next, beganAt }: Happening, dice: SeededRandom): Generator<Moment> {
  const packed = new Float64Array(count)
  for (let n = 0; n < count; n += 1) {
    const place = next(n)
    const began = beganAt(place)
    const time = began + dice.roll() * (LAST_DAY - began)
    packed[n] = Math.floor((time - FIRST_DAY) / SECOND) * PLACES + place
  }
  packed.sort()
  for (const each of packed) {
    yield { time: FIRST_DAY + Math.floor(each / PLACES) * SECOND, place: each % PLACES }
  }
}

interface Crowd {
  scale: Scale
  people: People
  publications: Publications
  dice: SeededRandom
}

/** The course that everybody talks about: public, and so is its playlist. */
export function mostTalkedAbout({ playlists, courses }: Publications): number {
  const middle = Math.floor(courses.length / 3)
  const found = courses.findIndex(
    ({ approved, playlist }, n) => n >= middle && approved && playlists[playlist]?.approved === true,
  )
  if (found === -1) throw new Error('No course is public.')
  return found
}

export function* commentRows({ scale, people, publications, dice }: Crowd, writer: Writer) {
  const { courses } = publications
  const texts = Array.from({ length: TEXTS }, () => writer.comment())
  const loud = mostTalkedAbout(publications)
  const rest = (place: number) => (place === loud ? (place + 1) % courses.length : place)
  const talk = {
    count: scale.comments,
    next: (n: number) =>
      n < scale.mostComments ? loud : rest(scattered(skewed(dice, courses.length, 2.5), courses.length)),
    beganAt: (place: number) => courses[place]?.time ?? 0,
  }
  let number = 0
  for (const { time, place } of moments(talk, dice)) {
    const at = isoOf(time)
    yield {
      id: idAt(time, COMMENT, number),
      course_id: courses[place]?.id ?? '',
      user_id: people.ids[skewed(dice, people.ids.length, 1.5)] ?? '',
      text: texts[Math.floor(dice.roll() * TEXTS)] ?? '',
      created_at: at,
      updated_at: at,
    }
    number += 1
  }
}

/** Nobody twice for one place: each next one is a step further, and steps of this length visit everybody. */
function inTurns(people: People, places: number): (place: number) => string {
  const counts = new Int32Array(places)
  const { length } = people.ids
  return (place) => {
    const turn = counts[place] ?? 0
    counts[place] = turn + 1
    return people.ids[(place * 31 + turn * 7919) % length] ?? ''
  }
}

/** As many as there are people, at most. */
function bounded(places: number, most: number, choose: () => number): () => number {
  const counts = new Int32Array(places)
  return () => {
    let place = choose()
    while ((counts[place] ?? 0) >= most) place = (place + 1) % places
    counts[place] = (counts[place] ?? 0) + 1
    return place
  }
}

export function* likeRows({ scale, people, publications, dice }: Crowd) {
  const { courses } = publications
  const who = inTurns(people, courses.length)
  const choose = () => scattered(skewed(dice, courses.length, 2.5), courses.length)
  const liking = {
    count: scale.likes,
    next: bounded(courses.length, people.ids.length, choose),
    beganAt: (place: number) => courses[place]?.time ?? 0,
  }
  let number = 0
  for (const { time, place } of moments(liking, dice)) {
    yield { id: idAt(time, LIKE, number), course_id: courses[place]?.id ?? '', user_id: who(place) }
    number += 1
  }
}

export function* saveRows({ scale, people, publications, dice }: Crowd) {
  const { playlists } = publications
  const who = inTurns(people, playlists.length)
  const choose = () => scattered(skewed(dice, playlists.length, 2), playlists.length)
  const saving = {
    count: scale.saves,
    next: bounded(playlists.length, people.ids.length, choose),
    beganAt: (place: number) => playlists[place]?.time ?? 0,
  }
  let number = 0
  for (const { time, place } of moments(saving, dice)) {
    yield { id: idAt(time, SAVE, number), user_id: who(place), playlist_id: playlists[place]?.id ?? '' }
    number += 1
  }
}
