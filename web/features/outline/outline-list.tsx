import { type ReactNode, useRef, useState } from 'react'
import type { Playlist, PlaylistCourse } from '#contract/playlists.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatMinutes } from '#web/ui/format-time.ts'
import { Icon } from '#web/ui/icon.tsx'
import { BuildIcon } from './build-icon.tsx'
import { CourseRow, type RowActions } from './course-row.tsx'
import {
  addSection,
  coursesIn,
  moveCourse,
  moveSection,
  type Order,
  type OutlineSection,
  placeOf,
  removeSection,
  renameSection,
  stepCourse,
} from './order.ts'
import styles from './outline.module.css'
import { SectionDialog } from './section-dialog.tsx'
import { SectionHead } from './section-head.tsx'
import { movedSentence, sectionMovedSentence } from './sentences.ts'
import { TitleEditor } from './title-editor.tsx'
import type { Outline } from './use-outline.ts'
import { useRowKeys } from './use-row-keys.ts'
import type { Dragged, Edge } from './use-sortable.ts'

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
  /** Buttons before the news: the views of the screen. */
  head: ReactNode
}

/** The sections and videos of a playlist, to put in order by drag, by menu or by Alt+arrows. */
export function OutlineList({ playlist, outline, selected, head, addAddress, ...on }: OutlineListProps) {
  const box = useRef<HTMLElement>(null)
  const [toPlace, setToPlace] = useState<string>()
  const [isAdding, setIsAdding] = useState(false)
  const { order } = outline
  const courses = new Map(playlist.courses.map((course) => [course._id, course]))
  const titleOf = (id: string) => courses.get(id)?.videoTitle ?? ''
  const { follow } = useRowKeys(box, ({ kind, id, by }) =>
    (kind === 'course' ? courseStep(id, by) : sectionStep(id, by))?.(),
  )

  function putCourse(next: Order, id: string): void {
    outline.change(next, movedSentence(next, id, titleOf(id)))
  }
  function putSection(next: Order, key: string): void {
    outline.change(next, sectionMovedSentence(next, key))
  }
  function courseStep(id: string, by: -1 | 1): (() => void) | undefined {
    const next = stepCourse(order, id, by)
    return next && (() => putCourse(next, id))
  }
  function sectionStep(key: string, by: -1 | 1): (() => void) | undefined {
    const index = order.sections.findIndex((section) => section.key === key) + by
    if (index < 0 || index >= order.sections.length) return undefined
    return () => putSection(moveSection(order, key, index), key)
  }
  /** A menu closes before its action runs; the focus then follows the row. */
  const followed = (kind: Dragged['kind'], id: string, run: (() => void) | undefined) =>
    run && (() => (follow(kind, id), run()))

  function dropAtCourse(id: string, dragged: Dragged, edge: Edge): void {
    const place = placeOf(order, id)
    if (!place) return
    const before = coursesIn(order, place.section).filter((each) => each !== dragged.id)
    const index = before.indexOf(id) + (edge === 'after' ? 1 : 0)
    putCourse(moveCourse(order, dragged.id, { section: place.section, index }), dragged.id)
  }
  function dropAtSection(key: string, dragged: Dragged, edge: Edge): void {
    const at = order.sections.findIndex((section) => section.key === key)
    if (dragged.kind === 'section') {
      const others = order.sections.filter((section) => section.key !== dragged.id)
      const index = others.findIndex((section) => section.key === key) + (edge === 'after' ? 1 : 0)
      putSection(moveSection(order, dragged.id, index), dragged.id)
    } else if (edge === 'after') {
      putCourse(moveCourse(order, dragged.id, { section: key, index: 0 }), dragged.id)
    } else {
      const section = order.sections[at - 1]?.key
      const index = coursesIn(order, section).filter((id) => id !== dragged.id).length
      putCourse(moveCourse(order, dragged.id, { section, index }), dragged.id)
    }
  }

  const actionsOf = (id: string): RowActions => ({
    step: (by) => followed('course', id, courseStep(id, by)),
    chooseSection: order.sections.length > 0 ? () => setToPlace(id) : undefined,
    rename: (title) => on.onRename(id, title),
    remove: () => on.onRemove(id),
    drop: (dragged, edge) => dropAtCourse(id, dragged, edge),
  })
  const rows = (ids: readonly string[], first: number) =>
    ids.flatMap((id, index) => {
      const course = courses.get(id)
      return course === undefined
        ? []
        : [
            <CourseRow
              key={id}
              course={course}
              category={playlist.category}
              number={first + index}
              isCurrent={id === selected}
              onSelect={() => on.onSelect(id)}
              actions={actionsOf(id)}
            />,
          ]
    })
  const firstOf = (section: OutlineSection) =>
    order.sections
      .slice(0, order.sections.indexOf(section))
      .reduce((sum, each) => sum + each.courses.length, order.loose.length + 1)

  return (
    <section ref={box} className={styles.box} aria-labelledby="outline">
      <h2 id="outline" className="sr">
        Outline
      </h2>
      <div className={styles.head}>
        {head}
        <span className={styles.saved}>{outline.isSaved ? 'All changes saved' : 'Saving…'}</span>
      </div>
      <OutlineNews outline={outline} />
      {order.loose.length > 0 && (
        <ol className={styles.list} aria-label="Videos without a section">
          {rows(order.loose, 1)}
        </ol>
      )}
      {order.sections.map((section) => (
        <div key={section.key}>
          <SectionHead
            section={section}
            summary={summaryOf(section.courses.flatMap((id) => courses.get(id) ?? []))}
            addAddress={section._id && addAddress(section._id)}
            actions={{
              step: (by) => followed('section', section.key, sectionStep(section.key, by)),
              rename: (title) =>
                outline.change(renameSection(order, section.key, title), `Section renamed to '${title}'.`),
              remove: () =>
                outline.change(removeSection(order, section.key), `Section '${section.title}' deleted.`),
              drop: (dragged, edge) => dropAtSection(section.key, dragged, edge),
            }}
          />
          <ol className={styles.list} aria-labelledby={`section-${section.key}`} start={firstOf(section)}>
            {rows(section.courses, firstOf(section))}
          </ol>
        </div>
      ))}
      {isAdding && (
        <div className={classNames(styles.section, styles.adding)}>
          <TitleEditor
            label="Title of the new section"
            title=""
            onSave={(title) =>
              outline.change(
                addSection(order, { key: `new-${Date.now()}`, title }),
                `Section '${title}' added.`,
              )
            }
            onClose={() => setIsAdding(false)}
          />
        </div>
      )}
      <div className={styles.foot}>
        <Button variant="ghost" size="sm" onClick={() => setIsAdding(true)}>
          <BuildIcon name="section" />
          Add a section
        </Button>
        <LinkButton variant="ghost" size="sm" to={addAddress()}>
          <Icon name="plus" />
          Add videos
        </LinkButton>
      </div>
      {toPlace !== undefined && (
        <SectionDialog
          title={titleOf(toPlace)}
          order={order}
          current={placeOf(order, toPlace)?.section}
          onClose={() => setToPlace(undefined)}
          onChoose={(section) => {
            follow('course', toPlace)
            putCourse(
              moveCourse(order, toPlace, { section, index: coursesIn(order, section).length }),
              toPlace,
            )
            setToPlace(undefined)
          }}
        />
      )}
    </section>
  )
}

/** `5 videos · 44 min` */
function summaryOf(courses: readonly PlaylistCourse[]): string {
  const seconds = courses.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  const count = `${courses.length} ${courses.length === 1 ? 'video' : 'videos'}`
  return seconds > 0 ? `${count} · ${formatMinutes(seconds)}` : count
}

/** What was moved, with Undo, or why the order was not saved. */
function OutlineNews({ outline }: { outline: Outline }) {
  const { news, failure } = outline
  return (
    <>
      <div role="status" className={classNames(news && styles.news)}>
        {news?.text}
        {news?.undo && (
          <Button variant="ghost" size="sm" onClick={outline.undo}>
            <BuildIcon name="undo" />
            Undo
          </Button>
        )}
      </div>
      <div role="alert" className={classNames(failure && styles.failure)}>
        {failure?.message}
        {failure?.mine && (
          <Button size="sm" onClick={outline.applyMine}>
            Apply my order
          </Button>
        )}
      </div>
    </>
  )
}
