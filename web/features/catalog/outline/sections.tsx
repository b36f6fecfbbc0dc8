import type { RefObject } from 'react'
import type { PlaylistCourse } from '#contract/catalog/playlists.ts'
import { countOf, formatMinutes } from '#contract/format.ts'
import { CourseRow, type RowActions } from './course-row.tsx'
import type { Move, movesFrom } from './moves.ts'
import type { Order, OutlineSection } from './order.ts'
import { SectionHead, type SectionMark } from './section-head.tsx'
import { FILE_FAILED, type OutlineFilter } from './use-outline-filter.ts'
import type { Shown } from './use-shown.ts'
import type { Dragged, Edge } from './use-sortable.ts'

interface SectionsProps {
  order: Order
  shown: Shown
  moves: ReturnType<typeof movesFrom>
  make: (move: Move | undefined) => void
  stepOf: (row: Dragged, by: -1 | 1) => (() => void) | undefined
  addAddress: (sectionId?: string) => string
  rows: RowsOf
}

/** The videos without a section, then each section with its videos. */
export function Sections({ order, shown, moves, make, stepOf, addAddress, rows }: SectionsProps) {
  const { filter, folding, isShown, isOpen } = shown
  const actionsOf = (key: string) => ({
    step: (by: -1 | 1) => stepOf({ kind: 'section', id: key }, by),
    fold: () => folding.toggle(key),
    rename: (title: string, onSaved: () => void) => make(moves.rename(key, title, onSaved)),
    remove: () => make(moves.remove(key)),
    drop: (dragged: Dragged, edge: Edge) => make(moves.dropAtSection(key, dragged, edge)),
  })
  return (
    <>
      <Videos {...rows} isShown={isShown} ids={order.loose} first={1} />
      {order.sections.map((section) => (
        <div key={section.key}>
          <SectionHead
            section={section}
            summary={summaryOf(section.courses, rows.courses, filter.found)}
            marks={marksOf(section.courses, { ...rows, ...filter })}
            addAddress={section._id && addAddress(section._id)}
            isFolded={!isOpen(section.key)}
            isFiltered={filter.isOn}
            actions={actionsOf(section.key)}
          />
          {isOpen(section.key) && (
            <Videos
              {...rows}
              isShown={isShown}
              ids={section.courses}
              first={firstNumber(order, section)}
              section={section}
            />
          )}
        </div>
      ))}
    </>
  )
}

interface RowsOf {
  courses: ReadonlyMap<string, PlaylistCourse>
  category: string
  /** The course that is open beside the list. */
  selected: string | undefined
  chosen: ReadonlySet<string>
  /** Those with a draft of their texts. */
  unsaved: ReadonlySet<string>
  isMovable: boolean
  actions: RefObject<RowActions>
}

interface VideosProps extends RowsOf {
  isShown: (id: string) => boolean
  ids: readonly string[]
  /** The number of the first of them in the playlist. */
  first: number
  section?: OutlineSection
}

/** The videos of a section, or those without one. */
function Videos({ courses, ids, first, section, selected, chosen, unsaved, isShown, ...row }: VideosProps) {
  const rows = ids.flatMap((id, index) => {
    const course = courses.get(id)
    return course && isShown(id) ? { course, number: first + index } : []
  })
  if (rows.length === 0) return null
  const name = section
    ? { 'aria-labelledby': `section-${section.key}` }
    : { 'aria-label': 'Videos without a section' }
  return (
    <ol start={rows[0]?.number} {...name}>
      {rows.map(({ course, number }) => (
        <CourseRow
          key={course._id}
          {...row}
          course={course}
          number={number}
          isCurrent={course._id === selected}
          isUnsaved={unsaved.has(course._id)}
          isChosen={chosen.has(course._id)}
        />
      ))}
    </ol>
  )
}

function firstNumber({ loose, sections }: Order, section: OutlineSection): number {
  const before = sections.slice(0, sections.indexOf(section))
  return before.reduce((sum, { courses }) => sum + courses.length, loose.length + 1)
}

/** `5 videos · 44 min · 2 found` */
function summaryOf(
  ids: readonly string[],
  courses: RowsOf['courses'],
  found: ReadonlySet<string> | undefined,
): string {
  const seconds = ids.reduce((sum, id) => sum + (courses.get(id)?.durationSeconds ?? 0), 0)
  return [
    countOf(ids.length, 'video'),
    ...(seconds > 0 ? [formatMinutes(seconds)] : []),
    ...(found ? [`${ids.filter((id) => found.has(id)).length} found`] : []),
  ].join(' · ')
}

/** What a folded section would hide. */
function marksOf(
  ids: readonly string[],
  { chosen, unsaved, wordsOfRows }: Pick<RowsOf, 'chosen' | 'unsaved'> & Pick<OutlineFilter, 'wordsOfRows'>,
): SectionMark[] {
  const failed = ids.filter((id) => wordsOfRows.get(id)?.includes(FILE_FAILED)).length
  const chosenHere = ids.filter((id) => chosen.has(id)).length
  return [
    ...(failed > 0 ? [{ text: `${countOf(failed, 'file')} failed`, isBad: true }] : []),
    ...(ids.some((id) => unsaved.has(id)) ? [{ text: 'Unsaved text' }] : []),
    ...(chosenHere > 0 ? [{ text: `${chosenHere} chosen` }] : []),
  ]
}
