import type { Playlist } from '#contract/catalog/playlists.ts'

/** A section while it is being edited. A new one has no id until the order is saved. */
export interface OutlineSection {
  /** The id, or a temporary name of a new section. */
  key: string
  _id: string | undefined
  title: string
  courses: readonly string[]
}

/** The order of a playlist on the build screen; `loose` courses come before the first section. */
export interface Order {
  loose: readonly string[]
  sections: readonly OutlineSection[]
}

/** Where a course is put: a section, or none, and its index there. */
export interface Place {
  section: string | undefined
  index: number
}

export function orderOf({ sections, courses }: Pick<Playlist, 'sections' | 'courses'>): Order {
  const known = new Set(sections.map(({ _id }) => _id))
  const inside = (id: string | null) =>
    courses
      .filter(
        ({ sectionId = null }) => (sectionId !== null && known.has(sectionId) ? sectionId : null) === id,
      )
      .map(({ _id }) => _id)
  return {
    loose: inside(null),
    sections: sections.map(({ _id, title }) => ({ key: _id, _id, title, courses: inside(_id) })),
  }
}

/** The ids of all courses from first to last. */
export function courseIds({ loose, sections }: Order): string[] {
  return [...loose, ...sections.flatMap(({ courses }) => courses)]
}

export function placeOf({ loose, sections }: Order, courseId: string): Place | undefined {
  if (loose.includes(courseId)) return { section: undefined, index: loose.indexOf(courseId) }
  const section = sections.find(({ courses }) => courses.includes(courseId))
  return section && { section: section.key, index: section.courses.indexOf(courseId) }
}

/** The courses of a section, or those without one. */
export function coursesIn({ loose, sections }: Order, section: string | undefined): readonly string[] {
  return section === undefined ? loose : (sections.find(({ key }) => key === section)?.courses ?? [])
}

function withCourses(
  { loose, sections }: Order,
  section: string | undefined,
  change: (courses: readonly string[]) => readonly string[],
): Order {
  if (section === undefined) return { loose: change(loose), sections }
  return {
    loose,
    sections: sections.map((each) =>
      each.key === section ? { ...each, courses: change(each.courses) } : each,
    ),
  }
}

/** Moves a course; the index counts without the course itself. */
export function moveCourse(order: Order, courseId: string, { section, index }: Place): Order {
  const from = placeOf(order, courseId)
  if (!from) return order
  const taken = withCourses(order, from.section, (courses) => courses.filter((id) => id !== courseId))
  return withCourses(taken, section, (courses) => courses.toSpliced(index, 0, courseId))
}

/**
 * One step up (-1) or down (1). The first course of a section moves to the end of the section before it, the last one to the
 * start of the next; `undefined` where there is none.
 */
export function stepCourse(order: Order, courseId: string, by: -1 | 1): Order | undefined {
  const from = placeOf(order, courseId)
  if (!from) return undefined
  const { section, index } = from
  const last = coursesIn(order, section).length - 1
  if (by === -1 ? index > 0 : index < last) return moveCourse(order, courseId, { section, index: index + by })
  const places = [undefined, ...order.sections.map(({ key }) => key)]
  const at = places.indexOf(section) + by
  if (at < 0 || at >= places.length) return undefined
  const next = places[at]
  return moveCourse(order, courseId, { section: next, index: by === 1 ? 0 : coursesIn(order, next).length })
}

/** Moves a section to an index that counts without the section itself. */
export function moveSection(order: Order, key: string, index: number): Order {
  const section = order.sections.find((each) => each.key === key)
  if (!section) return order
  const others = order.sections.filter((each) => each.key !== key)
  return { ...order, sections: others.toSpliced(index, 0, section) }
}

export function addSection(order: Order, section: { key: string; title: string }): Order {
  return { ...order, sections: [...order.sections, { ...section, _id: undefined, courses: [] }] }
}

export function renameSection(order: Order, key: string, title: string): Order {
  return { ...order, sections: order.sections.map((each) => (each.key === key ? { ...each, title } : each)) }
}

/** Its courses stay: they go to the end of the section before it, or of those without a section. */
export function removeSection(order: Order, key: string): Order {
  const at = order.sections.findIndex((each) => each.key === key)
  const courses = order.sections[at]?.courses ?? []
  const rest = { ...order, sections: order.sections.filter((each) => each.key !== key) }
  return withCourses(rest, order.sections[at - 1]?.key, (before) => [...before, ...courses])
}

/**
 * The order on the courses and sections that exist now: a course that is gone is left out, a new one comes without a section,
 * and a section that is gone is created again.
 */
export function appliedTo(order: Order, current: Order): Order {
  const ids = new Set(courseIds(current))
  const named = new Set(courseIds(order))
  const sectionIds = new Set(current.sections.flatMap(({ _id }) => _id ?? []))
  const kept = (courses: readonly string[]) => courses.filter((id) => ids.has(id))
  return {
    loose: [...kept(order.loose), ...[...ids].filter((id) => !named.has(id))],
    sections: order.sections.map((section) => ({
      ...section,
      _id: section._id !== undefined && sectionIds.has(section._id) ? section._id : undefined,
      courses: kept(section.courses),
    })),
  }
}

/**
 * The same order with the ids of the sections that the server has now; `saved` is in the order of `sent`. A section that was
 * not sent has none: the server has deleted it.
 */
export function withSectionIds(order: Order, sent: Order, saved: Playlist['sections']): Order {
  const ids = new Map(sent.sections.map(({ key }, index) => [key, saved[index]?._id]))
  return { ...order, sections: order.sections.map((section) => ({ ...section, _id: ids.get(section.key) })) }
}

/** Whether both have the same sections, with the courses that they share in the same places. */
export function isSameOrder(one: Order, other: Order): boolean {
  const ids = new Set(courseIds(other))
  const shared = new Set(courseIds(one).filter((id) => ids.has(id)))
  const placesIn = ({ loose, sections }: Order) =>
    JSON.stringify(
      [{ title: '', courses: loose }, ...sections].map(({ title, courses }) => [
        title,
        courses.filter((id) => shared.has(id)),
      ]),
    )
  return placesIn(one) === placesIn(other)
}
