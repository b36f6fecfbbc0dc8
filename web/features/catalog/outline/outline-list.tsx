import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { countOf, formatMinutes } from '#contract/format.ts'
import { useDraftSubjects } from '#web/core/drafts/use-drafts.ts'
import { useNewest } from '#web/core/use-newest.ts'
import { COURSE_TEXTS } from './course-panel.tsx'
import { CourseRow, type RowActions } from './course-row.tsx'
import { type Move, movesFrom } from './moves.ts'
import { courseIds, type Order, type OutlineSection, placeOf } from './order.ts'
import styles from './outline.module.css'
import { OutlineFilterRow } from './outline-filter.tsx'
import { OutlineFoot } from './outline-foot.tsx'
import { OutlineMessage } from './outline-message.tsx'
import { SectionDialog, SectionHead } from './section-head.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { COURSE_TITLE } from './title-editor.tsx'
import { useMoves } from './use-moves.ts'
import type { Outline } from './use-outline.ts'
import { useSelection } from './use-selection.ts'
import { useShown } from './use-shown.ts'
import type { Dragged, Edge } from './use-sortable.ts'

interface OutlineListProps {
  playlist: Playlist
  outline: Outline
  /** The course that is open beside the list. */
  selected: string | undefined
  onSelect: (courseId: string) => void
  onRename: (courseId: string, title: string, onSaved: () => void) => void
  onRemove: (courseId: string) => void
  /** Where videos are added, to a section if one is named. */
  addAddress: (sectionId?: string) => string
  /** Buttons before the message: the views of the screen. */
  head: ReactNode
}

/** The sections and videos of a playlist, to put in order by drag, by menu or by Alt+arrows. */
export function OutlineList({ playlist, outline, head, addAddress, selected, ...on }: OutlineListProps) {
  const box = useRef<HTMLElement>(null)
  const { order } = outline
  const courses = useMemo(() => new Map(playlist.courses.map((each) => [each._id, each])), [playlist.courses])
  const moves = movesFrom(order, (id) => courses.get(id)?.videoTitle ?? '')
  const { filter, folding, isShown, isOpen, shown } = useShown(playlist, order)
  const { chosen, choose, clear } = useSelection({ box, ids: courseIds(order), shown })
  const isMovable = !filter.isOn
  const { make, stepOf, follow } = useMoves({ box, outline, moves, isMovable, onMoved: folding.unfold })
  const [toPlace, setToPlace] = useState<string>()
  const actions = useNewest<RowActions>({
    select: on.onSelect,
    choose,
    step: (id, by) => stepOf({ kind: 'course', id }, by),
    chooseSection: (id) => (order.sections.length > 0 ? () => setToPlace(id) : undefined),
    rename: on.onRename,
    remove: on.onRemove,
    drop: (id, dragged, edge) => make(moves.dropAtCourse(id, dragged, edge)),
  })
  const unsaved = new Set(useDraftSubjects(COURSE_TEXTS, COURSE_TITLE))
  const { category } = playlist
  const videos = { courses, category, selected, chosen, unsaved, isMovable, isShown, actions }

  return (
    <section ref={box} className={styles.box} aria-labelledby="outline">
      <OutlineHead head={head} isSaved={outline.isSaved} />
      <OutlineFilterRow filter={filter} folding={order.sections.length > 0 ? folding : undefined} />
      <OutlineMessage outline={outline} />
      <Videos {...videos} ids={order.loose} first={1} />
      {order.sections.map((section) => (
        <div key={section.key}>
          <SectionHead
            section={section}
            summary={summaryOf(section.courses, { courses, found: filter.found, chosen })}
            addAddress={section._id && addAddress(section._id)}
            isFolded={!isOpen(section.key)}
            isFiltered={filter.isOn}
            actions={{
              ...sectionMoves(section.key, { moves, make }),
              step: (by) => stepOf({ kind: 'section', id: section.key }, by),
              fold: () => folding.toggle(section.key),
            }}
          />
          {isOpen(section.key) && (
            <Videos {...videos} ids={section.courses} first={firstNumber(order, section)} section={section} />
          )}
        </div>
      ))}
      <OutlineFoot playlistId={playlist._id} addAddress={addAddress()} {...{ moves, make }} />
      <SelectionBar
        playlist={playlist}
        chosen={chosen}
        order={order}
        onMove={(section) => {
          folding.unfold(section)
          make(moves.allToSection([...chosen], section))
        }}
        onClear={clear}
      />
      {toPlace !== undefined && (
        <SectionDialog
          title={courses.get(toPlace)?.videoTitle ?? ''}
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

function OutlineHead({ head, isSaved }: { head: ReactNode; isSaved: boolean }) {
  return (
    <>
      <h2 id="outline" className="sr">
        Outline
      </h2>
      <div className={styles.head}>
        {head}
        <span className={styles.saved}>{isSaved ? 'All changes saved' : 'Saving…'}</span>
      </div>
    </>
  )
}

interface SectionMovesOf {
  moves: ReturnType<typeof movesFrom>
  make: (move: Move | undefined) => void
}

const sectionMoves = (key: string, { moves, make }: SectionMovesOf) => ({
  rename: (title: string, onSaved: () => void) => make(moves.rename(key, title, onSaved)),
  remove: () => make(moves.remove(key)),
  drop: (dragged: Dragged, edge: Edge) => make(moves.dropAtSection(key, dragged, edge)),
})

interface VideosProps {
  courses: ReadonlyMap<string, PlaylistCourse>
  category: string
  selected: string | undefined
  chosen: ReadonlySet<string>
  /** Those with a draft of their texts. */
  unsaved: ReadonlySet<string>
  isMovable: boolean
  isShown: (id: string) => boolean
  actions: RefObject<RowActions>
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
