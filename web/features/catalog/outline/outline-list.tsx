import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { useDraftSubjects } from '#web/core/drafts/use-drafts.ts'
import { useNewest } from '#web/core/use-newest.ts'
import { COURSE_TEXTS } from './course-panel.tsx'
import type { RowActions } from './course-row.tsx'
import { movesFrom } from './moves.ts'
import { courseIds, placeOf } from './order.ts'
import styles from './outline.module.css'
import { OutlineFilterRow } from './outline-filter.tsx'
import { OutlineFoot } from './outline-foot.tsx'
import { OutlineMessage } from './outline-message.tsx'
import { SectionDialog } from './section-head.tsx'
import { Sections } from './sections.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { COURSE_TITLE } from './title-editor.tsx'
import { useMoves } from './use-moves.ts'
import type { Outline } from './use-outline.ts'
import { useSelection } from './use-selection.ts'
import { useShown } from './use-shown.ts'

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
  const shown = useShown(playlist, order)
  const { filter, folding } = shown
  const { chosen, choose, clear } = useSelection({ box, ids: courseIds(order), shown: shown.ids })
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

  return (
    <section ref={box} className={styles.box} aria-labelledby="outline">
      <OutlineHead head={head} isSaved={outline.isSaved} />
      <OutlineFilterRow filter={filter} folding={order.sections.length > 0 ? folding : undefined} />
      <OutlineMessage outline={outline} />
      <Sections
        order={order}
        shown={shown}
        moves={moves}
        make={make}
        stepOf={stepOf}
        addAddress={addAddress}
        rows={{ courses, category: playlist.category, selected, chosen, unsaved, isMovable, actions }}
      />
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
