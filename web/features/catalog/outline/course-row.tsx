import { memo, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PlaylistCourse } from '#contract/catalog/playlists.ts'
import { formatTime } from '#contract/format.ts'
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem } from '#web/features/catalog/versions/submission-state.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { VideoChip } from '#web/features/video/uploads/video-chip.tsx'
import { useVideoState } from '#web/features/video/uploads/video-news.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import iconButton from '#web/ui/navigation/icon-button.module.css'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './outline.module.css'
import { COURSE_TITLE, TitleEditor } from './title-editor.tsx'
import { type Dragged, type Edge, useSortable } from './use-sortable.ts'

/** What a row can do. */
export interface RowActions {
  select: (id: string) => void
  /** `isRange`: with all rows from the last chosen one to this. */
  choose: (id: string, isRange: boolean) => void
  /** `undefined` where the row cannot move: at the end of the playlist, or while the list is filtered. */
  step: (id: string, by: -1 | 1) => (() => void) | undefined
  chooseSection: (id: string) => (() => void) | undefined
  rename: (id: string, title: string, onSaved: () => void) => void
  remove: (id: string) => void
  drop: (id: string, dragged: Dragged, edge: Edge) => void
}

interface CourseRowProps {
  course: PlaylistCourse
  category: string
  number: number
  isCurrent: boolean
  isChosen: boolean
  /** There is a draft of its texts. */
  isUnsaved: boolean
  isMovable: boolean
  actions: RefObject<RowActions>
}

const isCourse = ({ kind }: Dragged) => kind === 'course'

/**
 * One video of the outline. It renders only when its own data change, and all but the checkbox not when it is chosen:
 * Ctrl+A chooses hundreds.
 */
export const CourseRow = memo(function CourseRow({ isChosen, ...props }: CourseRowProps) {
  const { course, isCurrent, isMovable, actions } = props
  const { _id, videoTitle } = course
  const element = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { edge, isDragging } = useSortable({
    self: { kind: 'course', id: _id },
    element,
    handle,
    accepts: isCourse,
    isMovable,
    onDrop: (dragged, at) => actions.current.drop(_id, dragged, at),
  })
  return (
    <li
      ref={element}
      data-course={_id}
      data-edge={edge}
      data-chosen={isChosen || undefined}
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(styles.row, isDragging && styles.dragging)}
    >
      <Check
        title={videoTitle}
        isChosen={isChosen}
        onChoose={(isRange) => actions.current.choose(_id, isRange)}
      />
      <RowContent {...props} handle={handle} />
    </li>
  )
})

type RowContentProps = Omit<CourseRowProps, 'isChosen'> & { handle: RefObject<HTMLButtonElement | null> }

/** Handle, number, picture, title, duration, status and menu. */
const RowContent = memo(function RowContent(props: RowContentProps) {
  const { course, category, number, isCurrent, isUnsaved, isMovable, actions, handle } = props
  const { _id, videoTitle, tutorialImage } = course
  const [isRenaming, setIsRenaming] = useState(false)
  return (
    <>
      <button
        ref={handle}
        type="button"
        className={styles.grip}
        data-control="grip"
        aria-label={`Drag ${videoTitle}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        aria-disabled={!isMovable || undefined}
        onClick={() => actions.current.select(_id)}
      >
        <Icon name="grip" />
      </button>
      <span className={styles.number}>{number}</span>
      <Thumb radius="xs" className={styles.thumb}>
        <Picture image={tutorialImage} sizes="72px" fallback={{ category, seed: _id }} />
      </Thumb>
      <Title
        id={_id}
        title={videoTitle}
        isCurrent={isCurrent}
        isRenaming={isRenaming}
        onEdit={setIsRenaming}
        onSelect={() => actions.current.select(_id)}
        onRename={(...renamed) => actions.current.rename(_id, ...renamed)}
      />
      <Facts course={course} isUnsaved={isUnsaved} />
      <Menu
        label={`Move or delete ${videoTitle}`}
        className={classNames(iconButton.iconButton, iconButton.sm)}
        items={() => menuOf(_id, actions.current, () => setIsRenaming(true))}
      >
        <Icon name="dots" />
      </Menu>
    </>
  )
})

interface TitleProps {
  id: string
  title: string
  isCurrent: boolean
  isRenaming: boolean
  onEdit: (isRenaming: boolean) => void
  onSelect: () => void
  onRename: (title: string, onSaved: () => void) => void
}

/** Opens the video; the title of the open one is edited in place. */
function Title({ id, title, isCurrent, isRenaming, onEdit, onSelect, onRename }: TitleProps) {
  const button = useRef<HTMLButtonElement>(null)
  function close(byKey: boolean): void {
    if (byKey) flushSync(() => onEdit(false))
    else onEdit(false)
    if (byKey) button.current?.focus()
  }
  if (isRenaming)
    return (
      <TitleEditor
        label="Video title"
        title={title}
        kind={COURSE_TITLE}
        subject={id}
        onSave={onRename}
        onClose={close}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      className={styles.title}
      dir="auto"
      data-control="title"
      aria-label={isCurrent ? `Rename ${title}` : `Open ${title}`}
      onClick={() => (isCurrent ? onEdit(true) : onSelect())}
    >
      {title}
    </button>
  )
}

interface CheckProps {
  title: string
  isChosen: boolean
  onChoose: (isRange: boolean) => void
}

function Check({ title, isChosen, onChoose }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        data-control="check"
        aria-label={`Choose ${title}`}
        checked={isChosen}
        onChange={({ nativeEvent }) => onChoose(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}

function Facts({ course, isUnsaved }: Pick<CourseRowProps, 'course' | 'isUnsaved'>) {
  const { _id, durationSeconds, unavailableSince } = course
  const file = useVideoState(course.videoState)
  const isFailed = file?.state === 'failed'
  return (
    <>
      <span className={styles.duration}>{durationSeconds == null ? '–' : formatTime(durationSeconds)}</span>
      <span className={styles.status}>
        {isUnsaved && <Badge tone="draft">Unsaved</Badge>}
        {unavailableSince === undefined ? (
          <StateChip item={courseItem(course)} />
        ) : (
          <Badge tone="cancel">Unavailable</Badge>
        )}
        <VideoChip courseId={_id} videoState={course.videoState} />
      </span>
      {isFailed && (
        <p className={styles.fault}>
          <Icon name="alert-circle" />
          {file.fault}
          <TextLink
            inline
            to={{ search: `?course=${_id}`, hash: 'replace' }}
            replace
            preventScrollReset
            viewTransition={false}
          >
            Replace the file
          </TextLink>
        </p>
      )}
    </>
  )
}

interface Item {
  label: string
  icon: ReactNode
  shortcut?: string
  danger?: boolean
  run: () => void
}

function menuOf(id: string, actions: RowActions, rename: () => void): Item[] {
  const [up, down] = [actions.step(id, -1), actions.step(id, 1)]
  const chooseSection = actions.chooseSection(id)
  return [
    ...(up ? [{ label: 'Move up', icon: <Icon name="arrow-up" />, shortcut: 'Alt ↑', run: up }] : []),
    ...(down ? [{ label: 'Move down', icon: <Icon name="arrow-down" />, shortcut: 'Alt ↓', run: down }] : []),
    ...(chooseSection
      ? [{ label: 'Move to section…', icon: <Icon name="corner-down-right" />, run: chooseSection }]
      : []),
    { label: 'Rename', icon: <Icon name="edit" />, run: rename },
    { label: 'Delete video', icon: <Icon name="trash" />, danger: true, run: () => actions.remove(id) },
  ]
}
