// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop a table's own roles when its display changes
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows take the focus, not their cells

import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentCue } from '#web/features/captions/paragraphs.ts'
import { overlaps } from './cue-checks.ts'
import type { RunCommand } from './cue-commands.ts'
import { type CueCommand, cueCommandOf } from './cue-keys.ts'
import styles from './cue-list.module.css'
import { CueRow } from './cue-row.tsx'
import { selectCue } from './editing.ts'
import type { CueEditing } from './use-cue-editing.ts'

interface CueListProps {
  cueEditing: CueEditing
  language: string
  rows: RefObject<HTMLTableSectionElement | null>
  run: RunCommand
  /** The second that the video is at. */
  position: () => number
}

/** The cues in rows. Keys act on the focused row; the text of the current one is edited in its field. */
export function CueList({ cueEditing, language, rows, run, position }: CueListProps) {
  const { editing, edit } = cueEditing
  const { cues, at } = editing
  useFollowing(rows, cueEditing, position)

  function press(event: KeyboardEvent): void {
    const command = commandOf(event)
    if (command === undefined) return
    event.preventDefault()
    run(command)
  }

  function choose(event: MouseEvent): void {
    const row = pressedRow(event)
    if (row === null || row.ariaSelected === 'true' || isTextSelected()) return
    const cursor = cursorOf(event)
    const { top } = row.getBoundingClientRect()
    flushSync(() => edit((current) => selectCue(current, row.sectionRowIndex)))
    // The buttons leave the former row, and this one stays under the pointer.
    scrollBy(row, row.getBoundingClientRect().top - top)
    focusRow(row, cursor)
  }

  return (
    <div className={styles.scroll}>
      <table role="grid" className={styles.cues} aria-labelledby="cues">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              <span className="sr">Number</span>
            </th>
            <th role="columnheader" scope="col">
              Start
            </th>
            <th role="columnheader" scope="col">
              End
            </th>
            <th role="columnheader" scope="col">
              Text
            </th>
            <th role="columnheader" scope="col">
              <span className="sr">Characters per second</span>
              <span aria-hidden="true">char/s</span>
            </th>
          </tr>
        </thead>
        <tbody ref={rows} role="rowgroup" onKeyDown={press} onClick={choose}>
          {cues.map((cue, index) => (
            <CueRow
              key={cue.key}
              cue={cue}
              number={index + 1}
              overlaps={overlaps(cue, cues[index + 1])}
              language={language}
              edit={edit}
              run={index === at ? run : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The command of a key: on a row all but `leave`, and in its fields and buttons only that one. */
function commandOf({ nativeEvent, target }: KeyboardEvent): CueCommand | undefined {
  const command = cueCommandOf(nativeEvent)
  if (target instanceof HTMLTableRowElement) return command === 'leave' ? undefined : command
  const isReady = command === 'leave' || (command === 'edit' && target instanceof HTMLInputElement)
  return isReady ? 'leave' : undefined
}

const pressedRow = ({ target }: MouseEvent) => (target instanceof Element ? target.closest('tr') : null)

const isTextSelected = () => document.getSelection()?.isCollapsed === false

/** The pressed place in the text of a cue; its start in a browser that does not tell. */
function cursorOf({ target, clientX, clientY }: MouseEvent): number | undefined {
  if (!(target instanceof Element && target.closest('[data-text]'))) return undefined
  return document.caretPositionFromPoint?.(clientX, clientY)?.offset ?? 0
}

/** The row, or the cursor in its text, gets the focus. */
function focusRow(row: HTMLTableRowElement, cursor: number | undefined): void {
  const text = cursor === undefined ? null : row.querySelector('textarea')
  const target = text ?? row
  target.focus({ preventScroll: true })
  if (cursor !== undefined) text?.setSelectionRange(cursor, cursor)
}

function scrollBy(row: HTMLElement, pixels: number): void {
  const list = row.closest('div')
  if (list) list.scrollTop += pixels
}

/** The cue that the video is at becomes the current one, in the middle of the list, unless the user is in the list. */
function useFollowing(
  rows: RefObject<HTMLTableSectionElement | null>,
  { editing: { cues, at }, edit }: CueEditing,
  position: () => number,
): void {
  const spoken = useCurrentCue(cues, position)
  const isElsewhere = () => !rows.current?.contains(document.activeElement)
  const follow = useEffectEvent(() => {
    if (spoken >= 0 && isElsewhere()) edit((editing) => selectCue(editing, spoken))
  })
  const show = useEffectEvent(() => {
    const [list, row] = [rows.current?.closest('div'), rows.current?.rows[at]]
    if (!(list && row && isElsewhere())) return
    list.scrollTop +=
      row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another cue is spoken
  useEffect(() => follow(), [spoken])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another cue is the current one
  useEffect(() => show(), [at])
}
