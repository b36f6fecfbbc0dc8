import { useId, useRef, useState } from 'react'
import { useDraftSubjects } from '#web/core/drafts/use-drafts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import iconButton from '#web/ui/navigation/icon-button.module.css'
import { IconLink } from '#web/ui/navigation/icon-button.tsx'
import dialogStyles from '#web/ui/overlay/confirm.module.css'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { Order, OutlineSection } from './order.ts'
import styles from './outline.module.css'
import { SECTION_TITLE, TitleEditor } from './title-editor.tsx'
import { type Dragged, type Edge, useSortable } from './use-sortable.ts'

interface SectionActions {
  /** `undefined` for the first or the last section. */
  step: (by: -1 | 1) => (() => void) | undefined
  fold: () => void
  rename: (title: string, onSaved: () => void) => void
  remove: () => void
  drop: (dragged: Dragged, edge: Edge) => void
}

/** Something about the videos of a section. */
export interface SectionMark {
  text: string
  isBad?: boolean
}

interface SectionHeadProps {
  section: OutlineSection
  /** `5 videos · 44 min` */
  summary: string
  marks: readonly SectionMark[]
  /** Where videos are added to it; a section that is not saved yet has none. */
  addAddress: string | undefined
  isFolded: boolean
  /** A filtered list shows what it has found, and nothing moves. */
  isFiltered: boolean
  actions: SectionActions
}

const always = () => true

/** The title of a section with its handle and menu. Videos can be dropped on it. */
export function SectionHead({
  section,
  summary,
  marks,
  addAddress,
  isFolded,
  isFiltered,
  actions,
}: SectionHeadProps) {
  const { key, title } = section
  const element = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [isRenaming, setIsRenaming] = useState(false)
  const { edge, isDragging } = useSortable({
    self: { kind: 'section', id: key },
    element,
    handle,
    accepts: always,
    isMovable: !isFiltered,
    onDrop: actions.drop,
  })
  function itemsOf() {
    const [up, down] = isFiltered ? [] : [actions.step(-1), actions.step(1)]
    return [
      ...(up ? [{ label: 'Move up', icon: <Icon name="arrow-up" />, shortcut: 'Alt ↑', run: up }] : []),
      ...(down
        ? [{ label: 'Move down', icon: <Icon name="arrow-down" />, shortcut: 'Alt ↓', run: down }]
        : []),
      { label: 'Rename', icon: <Icon name="edit" />, run: () => setIsRenaming(true) },
      ...(isFiltered
        ? []
        : [{ label: 'Delete section', icon: <Icon name="trash" />, danger: true, run: actions.remove }]),
    ]
  }
  return (
    <div
      ref={element}
      data-section={key}
      data-edge={edge}
      className={classNames(styles.section, isDragging && styles.dragging)}
    >
      <button
        ref={handle}
        type="button"
        className={styles.grip}
        data-control="grip"
        aria-label={`Move section ${title}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      >
        <Icon name="grip" />
      </button>
      {!isFiltered && (
        <button
          type="button"
          className={styles.fold}
          aria-label={`Videos of ${title}`}
          aria-expanded={!isFolded}
          onClick={actions.fold}
        >
          <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
        </button>
      )}
      <SectionTitle
        section={section}
        isRenaming={isRenaming}
        onRename={actions.rename}
        onClose={(byKey) => {
          setIsRenaming(false)
          if (byKey) handle.current?.focus()
        }}
      />
      <span className={styles.summary}>{summary}</span>
      {marks.map(({ text, isBad }) => (
        <span key={text} className={styles.mark} data-bad={isBad}>
          {text}
        </span>
      ))}
      {addAddress && <IconLink icon="plus" label={`Add videos to ${title}`} size="sm" to={addAddress} />}
      <Menu
        label={`More for section ${title}`}
        className={classNames(iconButton.iconButton, iconButton.sm)}
        items={itemsOf}
      >
        <Icon name="dots" />
      </Menu>
    </div>
  )
}

interface SectionTitleProps {
  section: OutlineSection
  isRenaming: boolean
  onRename: SectionActions['rename']
  onClose: (byKey: boolean) => void
}

/** The title, or the field that changes it. */
function SectionTitle({ section, isRenaming, onRename, onClose }: SectionTitleProps) {
  const { key, _id = key, title } = section
  const isUnsaved = useDraftSubjects(SECTION_TITLE).includes(_id)
  if (isRenaming)
    return (
      <TitleEditor
        label="Section title"
        title={title}
        kind={SECTION_TITLE}
        subject={_id}
        onSave={onRename}
        onClose={onClose}
      />
    )
  return (
    <>
      <h3 id={`section-${key}`} dir="auto">
        {title}
      </h3>
      {isUnsaved && <Badge tone="draft">Unsaved</Badge>}
    </>
  )
}

interface SectionDialogProps {
  /** What moves: the title of a course, or how many. */
  title: string
  order: Order
  /** The section of the course; null for several. */
  current: string | undefined | null
  onChoose: (section: string | undefined) => void
  onClose: () => void
}

/** Asks to which section something moves. */
export function SectionDialog({ title, order, current, onChoose, onClose }: SectionDialogProps) {
  const id = useId()
  const cancel = useRef<HTMLButtonElement>(null)
  const dialog = useModal(cancel)
  const places = [{ key: undefined, title: 'Before the first section' }, ...order.sections]
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={dialogStyles.dialog}
      onCancel={onClose}
      onKeyDown={keepFocusWithin}
    >
      <h2 id={id}>
        Move “<bdi>{title}</bdi>” to
      </h2>
      <ul className={styles.places}>
        {places.map((place) => (
          <li key={place.key ?? 'loose'}>
            <Button
              block
              aria-disabled={place.key === current || undefined}
              onClick={() => place.key !== current && onChoose(place.key)}
            >
              {place.title}
            </Button>
          </li>
        ))}
      </ul>
      <div className={dialogStyles.buttons}>
        <Button ref={cancel} variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </dialog>
  )
}
