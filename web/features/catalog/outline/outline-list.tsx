import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
import { countOf, formatMinutes } from '#contract/format.ts'
import { useDraftSubjects } from '#web/core/drafts/use-drafts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { COURSE_TEXTS } from './course-panel.tsx'
import { CourseRow } from './course-row.tsx'
import { type Move, movesFrom } from './moves.ts'
import { addSection, type OutlineSection, placeOf } from './order.ts'
import styles from './outline.module.css'
import { SectionDialog, SectionHead } from './section-head.tsx'
import { TitleEditor } from './title-editor.tsx'
import type { Outline } from './use-outline.ts'
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
  const { playlist, outline, head, addAddress } = props
  const box = useRef<HTMLElement>(null)
  const [toPlace, setToPlace] = useState<string>()
  const { order } = outline
  const moves = movesOf(props)
  const make = (move: Move | undefined) => move && outline.change(...move)
  const { follow } = useRowKeys(box, (row, by) => make(moves.step(row, by)))
  /** A menu closes before its action runs; the focus then follows the row. */
  const stepOf = (row: Dragged) => (by: -1 | 1) => {
    const move = moves.step(row, by)
    if (!move) return
    return () => {
      follow(row)
      make(move)
    }
  }

  return (
    <section ref={box} className={styles.box} aria-labelledby="outline">
      <h2 id="outline" className="sr">
        Outline
      </h2>
      <div className={styles.head}>
        {head}
        <span className={styles.saved}>{outline.isSaved ? 'All changes saved' : 'Saving…'}</span>
      </div>
      <OutlineMessage outline={outline} />
      <Courses {...props} ids={order.loose} section={undefined} stepOf={stepOf} onPlace={setToPlace} />
      {order.sections.map((section) => (
        <div key={section.key}>
          <SectionHead
            section={section}
            summary={summaryOf(section, playlist.courses)}
            addAddress={section._id && addAddress(section._id)}
            actions={{
              step: stepOf({ kind: 'section', id: section.key }),
              rename: (title) => make(moves.rename(section.key, title)),
              remove: () => make(moves.remove(section.key)),
              drop: (dragged, edge) => make(moves.dropAtSection(section.key, dragged, edge)),
            }}
          />
          <Courses {...props} ids={section.courses} section={section} stepOf={stepOf} onPlace={setToPlace} />
        </div>
      ))}
      <Foot
        addAddress={addAddress()}
        onAdd={(title) =>
          outline.change(addSection(order, { key: `new-${Date.now()}`, title }), `Section '${title}' added.`)
        }
      />
      {toPlace !== undefined && (
        <SectionDialog
          title={titleIn(playlist, toPlace)}
          order={order}
          current={placeOf(order, toPlace)?.section}
          onClose={() => setToPlace(undefined)}
          onChoose={(section) => {
            follow({ kind: 'course', id: toPlace })
            make(moves.toSection(toPlace, section))
            setToPlace(undefined)
          }}
        />
      )}
    </section>
  )
}

function titleIn({ courses }: Playlist, id: string): string {
  return courses.find(({ _id }) => _id === id)?.videoTitle ?? ''
}

function movesOf({ outline, playlist }: Pick<OutlineListProps, 'outline' | 'playlist'>) {
  return movesFrom(outline.order, (id) => titleIn(playlist, id))
}

interface CoursesProps extends OutlineListProps {
  ids: readonly string[]
  section: OutlineSection | undefined
  stepOf: (row: Dragged) => (by: -1 | 1) => (() => void) | undefined
  /** Asks for a section. */
  onPlace: (courseId: string) => void
}

function Courses({ ids, section, stepOf, onPlace, ...props }: CoursesProps) {
  const { playlist, outline, selected, onSelect, onRename, onRemove } = props
  const { order } = outline
  const moves = movesOf(props)
  const unsaved = useDraftSubjects(COURSE_TEXTS)
  const courses = new Map(playlist.courses.map((course) => [course._id, course]))
  const first = section ? firstNumber(order.sections, section, order.loose.length) : 1
  if (ids.length === 0) return null
  const name = section
    ? { 'aria-labelledby': `section-${section.key}` }
    : { 'aria-label': 'Videos without a section' }
  return (
    <ol start={first} {...name}>
      {ids.map((id, index) => {
        const course = courses.get(id)
        return (
          course && (
            <CourseRow
              key={id}
              course={course}
              category={playlist.category}
              number={first + index}
              isCurrent={id === selected}
              isUnsaved={unsaved.includes(id)}
              onSelect={() => onSelect(id)}
              actions={{
                step: stepOf({ kind: 'course', id }),
                chooseSection: order.sections.length > 0 ? () => onPlace(id) : undefined,
                rename: (title) => onRename(id, title),
                remove: () => onRemove(id),
                drop: (dragged, edge) => {
                  const move = moves.dropAtCourse(id, dragged, edge)
                  if (move) outline.change(...move)
                },
              }}
            />
          )
        )
      })}
    </ol>
  )
}

function firstNumber(sections: readonly OutlineSection[], section: OutlineSection, loose: number): number {
  const before = sections.slice(0, sections.indexOf(section))
  return before.reduce((sum, { courses }) => sum + courses.length, loose + 1)
}

function Foot({ addAddress, onAdd }: { addAddress: string; onAdd: (title: string) => void }) {
  const [isAdding, setIsAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      {isAdding && (
        <div className={styles.adding}>
          <TitleEditor
            label="Title of the new section"
            title=""
            onSave={onAdd}
            onClose={(byKey) => {
              setIsAdding(false)
              if (byKey) addButton.current?.focus()
            }}
          />
        </div>
      )}
      <div className={styles.foot}>
        <Button ref={addButton} variant="ghost" size="sm" onClick={() => setIsAdding(true)}>
          <Icon name="section" />
          Add a section
        </Button>
        <LinkButton variant="ghost" size="sm" to={addAddress}>
          <Icon name="plus" />
          Add videos
        </LinkButton>
      </div>
    </>
  )
}

/** `5 videos · 44 min` */
function summaryOf({ courses: ids }: OutlineSection, courses: readonly PlaylistCourse[]): string {
  const inside = courses.filter(({ _id }) => ids.includes(_id))
  const seconds = inside.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  const count = countOf(inside.length, 'video')
  return seconds > 0 ? `${count} · ${formatMinutes(seconds)}` : count
}

/** What was moved, with Undo, or why the order was not saved. */
function OutlineMessage({ outline }: { outline: Outline }) {
  const { message, undo, failure } = outline
  const box = useRef<HTMLDivElement>(null)
  // The change may have removed the control that had the focus: a deleted section, or Undo itself.
  useLayoutEffect(() => {
    if (message !== undefined && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
  }, [message])
  return (
    <>
      <div ref={box} tabIndex={-1} className={classNames(message !== undefined && styles.message)}>
        <span role="status">{message}</span>
        {undo && (
          <Button variant="ghost" size="sm" onClick={undo}>
            <Icon name="undo" />
            Undo
          </Button>
        )}
      </div>
      <div role="alert" className={classNames(failure && styles.failure)}>
        {failure?.message}
        {failure?.unsaved && (
          <Button size="sm" onClick={outline.applyUnsaved}>
            Apply my order
          </Button>
        )}
      </div>
    </>
  )
}
