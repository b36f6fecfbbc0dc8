// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop a table's own roles when its display changes
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows take the focus, not their cells

import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { useCurrentCue } from '#web/features/captions/paragraphs.ts'
import { overlaps } from './cue-checks.ts'
import type { RunCommand } from './cue-commands.ts'
import { type CueCommand, cueCommandOf } from './cue-keys.ts'
import styles from './cue-list.module.css'
import { CueRow } from './cue-row.tsx'
import { type EditedCue, selectCue } from './editing.ts'
import type { CueEditing } from './use-cue-editing.ts'

interface CueListProps {
  cueEditing: CueEditing
  language: string
  table: RefObject<HTMLTableElement | null>
  run: RunCommand
  /** The second that the video is at. */
  position: () => number
}

/** The cues in rows. Keys act on the focused row; the text of the current one is edited in its field. */
export function CueList({ cueEditing, language, table, run, position }: CueListProps) {
  const { editing, edit } = cueEditing
  const { cues, at } = editing
  // What is not under the user's hands may appear and change a moment later.
  const laterCues = useDeferredValue(cues, NO_CUES)
  useFollowing(table, cueEditing, position)

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
    flushSync(() => edit((current) => selectCue(current, row.rowIndex - HEAD_ROWS)))
    // The buttons leave the former row, and this one stays under the pointer.
    scrollBy(row, row.getBoundingClientRect().top - top)
    focusRow(row, cursor)
  }

  return (
    <div className={styles.scroll}>
      <table
        ref={table}
        role="grid"
        className={styles.cues}
        aria-labelledby="cues"
        onKeyDown={press}
        onClick={choose}
      >
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
        {blockStarts(cues.length).map((first) => {
          const isCurrent = first <= at && at < first + BLOCK_ROWS
          return (
            <CueBlock
              key={first}
              // The last of them only tells whether the one before overlaps it.
              cues={(isCurrent ? cues : laterCues).slice(first, first + BLOCK_ROWS + 1)}
              first={first}
              at={isCurrent ? at : undefined}
              run={isCurrent ? run : undefined}
              {...{ language, edit }}
            />
          )
        })}
      </table>
    </div>
  )
}

const NO_CUES: readonly EditedCue[] = []
const HEAD_ROWS = 1
/** The browser lays out only the blocks in sight, and React renders only those with a change. */
const BLOCK_ROWS = 100

const blockStarts = (count: number) =>
  Array.from({ length: Math.ceil(count / BLOCK_ROWS) }, (_, block) => block * BLOCK_ROWS)

interface CueBlockProps extends Pick<CueListProps, 'language'>, Pick<CueEditing, 'edit'> {
  cues: readonly EditedCue[]
  /** The index of its first cue among all cues. */
  first: number
  /** The index of the current cue, when it is in this block. */
  at: number | undefined
  run: RunCommand | undefined
}

const CueBlock = memo(function CueBlock({ cues, first, at, run, language, edit }: CueBlockProps) {
  return (
    <tbody role="rowgroup" className={styles.block}>
      {cues.slice(0, BLOCK_ROWS).map((cue, index) => (
        <CueRow
          key={cue.key}
          cue={cue}
          number={first + index + 1}
          overlaps={overlaps(cue, cues[index + 1])}
          language={language}
          edit={edit}
          run={first + index === at ? run : undefined}
        />
      ))}
    </tbody>
  )
}, isSameBlock)

function isSameBlock(before: CueBlockProps, now: CueBlockProps): boolean {
  const isSameList =
    before.cues.length === now.cues.length && before.cues.every((cue, index) => cue === now.cues[index])
  return isSameList && before.at === now.at && before.run === now.run
}

/** The command of a key: on the current row all but `leave`, and in its fields and buttons only that one. */
function commandOf({ nativeEvent, target }: KeyboardEvent): CueCommand | undefined {
  const command = cueCommandOf(nativeEvent)
  if (target instanceof HTMLTableRowElement)
    return command === 'leave' || target.ariaSelected !== 'true' ? undefined : command
  const isReady = command === 'leave' || (command === 'edit' && target instanceof HTMLInputElement)
  return isReady ? 'leave' : undefined
}

const pressedRow = ({ target }: MouseEvent) =>
  target instanceof Element ? target.closest<HTMLTableRowElement>('tbody tr') : null

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
  table: RefObject<HTMLTableElement | null>,
  { editing: { cues, at }, edit }: CueEditing,
  position: () => number,
): void {
  const spoken = useCurrentCue(cues, position)
  const isElsewhere = () => !table.current?.contains(document.activeElement)
  const follow = useEffectEvent(() => {
    // The video must not take away what the last change said.
    if (spoken >= 0 && isElsewhere())
      edit((editing) => ({ ...selectCue(editing, spoken), said: editing.said }))
  })
  const show = useEffectEvent(() => {
    const [list, row] = [table.current?.parentElement, table.current?.rows[at + HEAD_ROWS]]
    if (!(list && row && isElsewhere())) return
    list.scrollTop +=
      row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another cue is spoken
  useEffect(() => follow(), [spoken])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when another cue is the current one
  useEffect(() => show(), [at])
}
