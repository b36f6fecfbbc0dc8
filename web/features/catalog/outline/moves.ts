import { countOf } from '#contract/format.ts'
import {
  addSection,
  courseIds,
  coursesIn,
  moveCourse,
  moveSection,
  type Order,
  placeOf,
  removeSection,
  renameSection,
  stepCourse,
} from './order.ts'
import type { Dragged, Edge } from './use-sortable.ts'

/** An order and the sentence about what changed. */
export type Move = readonly [next: Order, text: string, onSaved?: () => void]

/** The moves from an order; `titleOf` names a course. */
export function movesFrom(order: Order, titleOf: (courseId: string) => string) {
  const course = (next: Order, id: string): Move => [next, movedSentence(next, id, titleOf(id))]
  const section = (next: Order, key: string): Move => [next, sectionMovedSentence(next, key)]
  const indexOf = (key: string) => order.sections.findIndex((each) => each.key === key)
  const toEnd = (id: string, key: string | undefined) =>
    moveCourse(order, id, {
      section: key,
      index: coursesIn(order, key).filter((each) => each !== id).length,
    })

  function step({ kind, id }: Dragged, by: -1 | 1): Move | undefined {
    if (kind === 'course') {
      const next = stepCourse(order, id, by)
      return next && course(next, id)
    }
    const index = indexOf(id) + by
    const isInside = index >= 0 && index < order.sections.length
    return isInside ? section(moveSection(order, id, index), id) : undefined
  }

  function dropAtCourse(id: string, dragged: Dragged, edge: Edge): Move | undefined {
    const place = placeOf(order, id)
    if (!place) return undefined
    const others = coursesIn(order, place.section).filter((each) => each !== dragged.id)
    const index = others.indexOf(id) + (edge === 'after' ? 1 : 0)
    return course(moveCourse(order, dragged.id, { section: place.section, index }), dragged.id)
  }

  /** A course that is dropped on a section comes first in it; on its upper edge, last in the one before it. */
  function dropAtSection(key: string, { kind, id }: Dragged, edge: Edge): Move {
    if (kind === 'section') {
      const others = order.sections.filter((each) => each.key !== id)
      const index = others.findIndex((each) => each.key === key) + (edge === 'after' ? 1 : 0)
      return section(moveSection(order, id, index), id)
    }
    return edge === 'after'
      ? course(moveCourse(order, id, { section: key, index: 0 }), id)
      : course(toEnd(id, order.sections[indexOf(key) - 1]?.key), id)
  }

  /** The courses in teaching order at the end of a section. */
  function allToSection(ids: readonly string[], key: string | undefined): Move {
    const moved = courseIds(order).filter((id) => ids.includes(id))
    const next = moved.reduce((made, id) => moveCourse(made, id, { section: key, index: Infinity }), order)
    const where = order.sections.find((each) => each.key === key)?.title
    const what = countOf(moved.length, 'video')
    return [
      next,
      where === undefined ? `${what} moved before the first section.` : `${what} moved to ${where}.`,
    ]
  }

  return {
    step,
    allToSection,
    dropAtCourse,
    dropAtSection,
    toSection: (id: string, key: string | undefined) => course(toEnd(id, key), id),
    rename: (key: string, title: string, onSaved: () => void): Move => [
      renameSection(order, key, title),
      `Section renamed to '${title}'.`,
      onSaved,
    ],
    add: (title: string, onSaved: () => void): Move => [
      addSection(order, { key: `new-${Date.now()}`, title }),
      `Section '${title}' added.`,
      onSaved,
    ],
    remove: (key: string): Move => [
      removeSection(order, key),
      `Section '${order.sections[indexOf(key)]?.title}' deleted.`,
    ],
  }
}

/** "'Closures' moved to position 3 of 12 in Basics." */
function movedSentence(order: Order, courseId: string, title: string): string {
  const place = placeOf(order, courseId)
  if (!place) return ''
  const { section, index } = place
  const where = `position ${index + 1} of ${coursesIn(order, section).length}`
  const inside = order.sections.find(({ key }) => key === section)
  if (inside) return `'${title}' moved to ${where} in ${inside.title}.`
  return order.sections.length > 0
    ? `'${title}' moved to ${where} before the first section.`
    : `'${title}' moved to ${where}.`
}

function sectionMovedSentence(order: Order, key: string): string {
  const index = order.sections.findIndex((section) => section.key === key)
  const title = order.sections[index]?.title ?? ''
  return `Section '${title}' moved to position ${index + 1} of ${order.sections.length}.`
}
