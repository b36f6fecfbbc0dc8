import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PlaylistCourse } from '#contract/catalog/playlists.ts'
import { formatTime } from '#contract/format.ts'
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem } from '#web/features/catalog/versions/submission-state.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import iconButton from '#web/ui/navigation/icon-button.module.css'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './outline.module.css'
import { TitleEditor } from './title-editor.tsx'
import { type Dragged, type Edge, useSortable } from './use-sortable.ts'

export interface RowActions {
  /** `undefined` at the end of the playlist. */
  step: (by: -1 | 1) => (() => void) | undefined
  chooseSection: (() => void) | undefined
  rename: (title: string) => void
  remove: () => void
  drop: (dragged: Dragged, edge: Edge) => void
}

interface CourseRowProps {
  course: PlaylistCourse
  category: string
  number: number
  isCurrent: boolean
  /** There is a draft of its texts. */
  isUnsaved: boolean
  onSelect: () => void
  actions: RowActions
}

const isCourse = ({ kind }: Dragged) => kind === 'course'

/** One video of the outline: handle, number, picture, title, duration, status and menu. */
export function CourseRow({
  course,
  category,
  number,
  isCurrent,
  isUnsaved,
  onSelect,
  actions,
}: CourseRowProps) {
  const { _id, videoTitle, tutorialImage, durationSeconds } = course
  const element = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const titleButton = useRef<HTMLButtonElement>(null)
  const [isRenaming, setIsRenaming] = useState(false)
  function closeTitle(byKey: boolean): void {
    if (byKey) flushSync(() => setIsRenaming(false))
    else setIsRenaming(false)
    if (byKey) titleButton.current?.focus()
  }
  const { edge, isDragging } = useSortable({
    self: { kind: 'course', id: _id },
    element,
    handle,
    accepts: isCourse,
    onDrop: actions.drop,
  })
  return (
    <li
      ref={element}
      data-course={_id}
      data-edge={edge}
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(styles.row, isDragging && styles.dragging)}
    >
      <button
        ref={handle}
        type="button"
        className={styles.grip}
        data-control="grip"
        aria-label={`Drag ${videoTitle}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={onSelect}
      >
        <Icon name="grip" />
      </button>
      <span className={styles.number}>{number}</span>
      <Thumb radius="xs" className={styles.thumb}>
        <Picture image={tutorialImage} sizes="72px" fallback={{ category, seed: _id }} />
      </Thumb>
      {isRenaming ? (
        <TitleEditor label="Video title" title={videoTitle} onSave={actions.rename} onClose={closeTitle} />
      ) : (
        <button
          ref={titleButton}
          type="button"
          className={styles.title}
          dir="auto"
          data-control="title"
          aria-label={isCurrent ? `Rename ${videoTitle}` : `Open ${videoTitle}`}
          onClick={() => (isCurrent ? setIsRenaming(true) : onSelect())}
        >
          {videoTitle}
        </button>
      )}
      <span className={styles.duration}>{durationSeconds == null ? '–' : formatTime(durationSeconds)}</span>
      <span className={styles.status}>
        {isUnsaved && <Badge tone="draft">Unsaved</Badge>}
        {course.unavailableSince === undefined ? (
          <StateChip item={courseItem(course)} />
        ) : (
          <Badge tone="cancel">Unavailable</Badge>
        )}
      </span>
      <Menu
        label={`Move or delete ${videoTitle}`}
        className={classNames(iconButton.iconButton, iconButton.sm)}
        items={menuOf(actions, () => setIsRenaming(true))}
      >
        <Icon name="dots" />
      </Menu>
    </li>
  )
}

interface Item {
  label: string
  icon: ReactNode
  shortcut?: string
  danger?: boolean
  run: () => void
}

function menuOf(actions: RowActions, rename: () => void): Item[] {
  const [up, down] = [actions.step(-1), actions.step(1)]
  const { chooseSection } = actions
  return [
    ...(up ? [{ label: 'Move up', icon: <Icon name="arrow-up" />, shortcut: 'Alt ↑', run: up }] : []),
    ...(down ? [{ label: 'Move down', icon: <Icon name="arrow-down" />, shortcut: 'Alt ↓', run: down }] : []),
    ...(chooseSection
      ? [{ label: 'Move to section…', icon: <Icon name="corner-down-right" />, run: chooseSection }]
      : []),
    { label: 'Rename', icon: <Icon name="edit" />, run: rename },
    { label: 'Delete video', icon: <Icon name="trash" />, danger: true, run: actions.remove },
  ]
}
