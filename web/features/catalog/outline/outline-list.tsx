import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { countOf, formatMinutes } from '#contract/format.ts'
import { CourseRow } from './course-row.tsx'
import { type Move, movesFrom } from './moves.ts'
import { addSection, courseIds, type OutlineSection, placeOf } from './order.ts'
import styles from './outline.module.css'
import { OutlineFilterRow, useOutlineFilter } from './outline-filter.tsx'
import { OutlineFoot } from './outline-foot.tsx'
import { OutlineMessage } from './outline-message.tsx'
import { SectionDialog, SectionHead } from './section-head.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useFolded } from './use-folded.ts'
import type { Outline } from './use-outline.ts'
import { useSameActions } from './use-same-actions.ts'
import { useSelection } from './use-selection.ts'
import { type Dragged, useRowKeys } from './use-sortable.ts'

interface OutlineListProps {
  playlist: Playlist
  outline: Outline
  /** The course that is open beside the list. */
  selected: string | undefined
  onSelect: (courseId: string) => void
  onRename: (courseId: string, title: string) => void
  onRemove: (courseId: string) => void
  /** Where videos are added, to a section if one is named. */
  addAddress: (sectionId?: string) => string
  /** Buttons before the message: the views of the screen. */
  head: ReactNode
}

/** The sections and videos of a playlist, to put in order by drag, by menu or by Alt+arrows. */
export function OutlineList(props: OutlineListProps) {
  const { playlist, outline, head, addAddress, selected, onSelect, onRename, onRemove } = props
  const box = useRef<HTMLElement>(null)
  const [toPlace, setToPlace] = useState<string>()
  const { order } = outline
  const courses = useMemo(() => new Map(playlist.courses.map((each) => [each._id, each])), [playlist.courses])
  const titleOf = (id: string) => courses.get(id)?.videoTitle ?? ''
  const moves = movesFrom(order, titleOf)
  const filter = useOutlineFilter(playlist.courses)
  const { folded, ...folding } = useFolded(playlist._id)
  const isShown = (id: string) => filter.found?.has(id) ?? true
  const isOpen = (key: string) => filter.isOn || !folded.has(key)
  const shown = [
    ...order.loose,
    ...order.sections.flatMap((section) => (isOpen(section.key) ? section.courses : [])),
  ].filter(isShown)
  const selection = useSelection({ box, ids: courseIds(order), shown })
  const { chosen } = selection

  /** A course that moves into a folded section stays in sight. */
  function make(move: Move | undefined, courseId?: string): void {
    if (!move) return
    if (courseId !== undefined) folding.unfold(placeOf(move[0], courseId)?.section)
    outline.change(...move)
  }
  const stepped = (row: Dragged, by: -1 | 1) => (filter.isOn ? undefined : moves.step(row, by))
  const courseOf = ({ kind, id }: Dragged) => (kind === 'course' ? id : undefined)
  const { follow } = useRowKeys(box, (row, by) => make(stepped(row, by), courseOf(row)))
  /** A menu closes before its action runs; the focus then follows the row. */
  function stepOf(row: Dragged, by: -1 | 1) {
    const move = stepped(row, by)
    if (!move) return
    return () => {
      follow(row)
      make(move, courseOf(row))
    }
  }

  const actions = useSameActions({
    select: onSelect,
    choose: selection.choose,
    step: (id, by) => stepOf({ kind: 'course', id }, by),
    chooseSection: (id) => (order.sections.length > 0 ? () => setToPlace(id) : undefined),
    rename: onRename,
    remove: onRemove,
    drop: (id, dragged, edge) => make(moves.dropAtCourse(id, dragged, edge)),
  })
  const rowsOf = (ids: readonly string[], first: number) =>
    ids.flatMap((id, index) => {
      const course = courses.get(id)
      return course && isShown(id) ? { course, number: first + index } : []
    })
  const list = (ids: readonly string[], first: number, section?: OutlineSection) => (
    <Rows
      section={section}
      rows={rowsOf(ids, first)}
      rowOf={({ course, number }) => (
        <CourseRow
          key={course._id}
          course={course}
          category={playlist.category}
          number={number}
          isCurrent={course._id === selected}
          isChosen={chosen.has(course._id)}
          isMovable={!filter.isOn}
          actions={actions}
        />
      )}
    />
  )
  const isAllFolded = order.sections.every(({ key }) => folded.has(key))

  return (
    <section ref={box} className={styles.box} aria-labelledby="outline">
      <h2 id="outline" className="sr">
        Outline
      </h2>
      <div className={styles.head}>
        {head}
        <span className={styles.saved}>{outline.isSaved ? 'All changes saved' : 'Saving…'}</span>
      </div>
      <OutlineFilterRow
        filter={filter}
        folding={
          order.sections.length > 0
            ? {
                isFolded: isAllFolded,
                toggle: () => folding.foldOnly(isAllFolded ? [] : order.sections.map(({ key }) => key)),
              }
            : undefined
        }
      />
      <OutlineMessage outline={outline} />
      {list(order.loose, 1)}
      {order.sections.map((section) => (
        <div key={section.key}>
          <SectionHead
            section={section}
            summary={summaryOf(section.courses, { courses, found: filter.found, chosen })}
            addAddress={section._id && addAddress(section._id)}
            isFolded={!isOpen(section.key)}
            isFiltered={filter.isOn}
            actions={{
              step: (by) => stepOf({ kind: 'section', id: section.key }, by),
              fold: () => folding.toggle(section.key),
              rename: (title) => make(moves.rename(section.key, title)),
              remove: () => make(moves.remove(section.key)),
              drop: (dragged, edge) => make(moves.dropAtSection(section.key, dragged, edge)),
            }}
          />
          {isOpen(section.key) &&
            list(section.courses, firstNumber(order.sections, section, order.loose.length), section)}
        </div>
      ))}
      <OutlineFoot
        addAddress={addAddress()}
        onAdd={(title) =>
          outline.change(addSection(order, { key: `new-${Date.now()}`, title }), `Section '${title}' added.`)
        }
      />
      {chosen.size > 0 && (
        <SelectionBar
          playlistId={playlist._id}
          chosen={playlist.courses.filter(({ _id }) => chosen.has(_id))}
          order={order}
          onMove={(section) => {
            folding.unfold(section)
            make(moves.allToSection([...chosen], section))
          }}
          onClear={selection.clear}
        />
      )}
      {toPlace !== undefined && (
        <SectionDialog
          title={titleOf(toPlace)}
          order={order}
          current={placeOf(order, toPlace)?.section}
          onClose={() => setToPlace(undefined)}
          onChoose={(section) => {
            follow({ kind: 'course', id: toPlace })
            make(moves.toSection(toPlace, section), toPlace)
            setToPlace(undefined)
          }}
        />
      )}
    </section>
  )
}

interface NumberedCourse {
  course: PlaylistCourse
  number: number
}

interface RowsProps {
  section: OutlineSection | undefined
  rows: readonly NumberedCourse[]
  rowOf: (row: NumberedCourse) => ReactNode
}

function Rows({ section, rows, rowOf }: RowsProps) {
  if (rows.length === 0) return null
  const name = section
    ? { 'aria-labelledby': `section-${section.key}` }
    : { 'aria-label': 'Videos without a section' }
  return (
    <ol start={rows[0]?.number} {...name}>
      {rows.map(rowOf)}
    </ol>
  )
}

function firstNumber(sections: readonly OutlineSection[], section: OutlineSection, loose: number): number {
  const before = sections.slice(0, sections.indexOf(section))
  return before.reduce((sum, { courses }) => sum + courses.length, loose + 1)
}

interface Summarized {
  courses: ReadonlyMap<string, PlaylistCourse>
  found: ReadonlySet<string> | undefined
  chosen: ReadonlySet<string>
}

/** `5 videos · 44 min · 2 found · 1 chosen` */
function summaryOf(ids: readonly string[], { courses, found, chosen }: Summarized): string {
  const seconds = ids.reduce((sum, id) => sum + (courses.get(id)?.durationSeconds ?? 0), 0)
  const chosenHere = ids.filter((id) => chosen.has(id)).length
  return [
    countOf(ids.length, 'video'),
    ...(seconds > 0 ? [formatMinutes(seconds)] : []),
    ...(found ? [`${ids.filter((id) => found.has(id)).length} found`] : []),
    ...(chosenHere > 0 ? [`${chosenHere} chosen`] : []),
  ].join(' · ')
}
