import { coursesIn, type Order, placeOf } from './order.ts'

/** "'Closures' moved to position 3 of 12 in Basics." */
export function movedSentence(order: Order, courseId: string, title: string): string {
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

export function sectionMovedSentence(order: Order, key: string): string {
  const index = order.sections.findIndex((section) => section.key === key)
  const title = order.sections[index]?.title ?? ''
  return `Section '${title}' moved to position ${index + 1} of ${order.sections.length}.`
}
