import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'
import type { CueCommand } from './cue-keys.ts'
import {
  addCue,
  deleteCue,
  type Editing,
  mergeWithNext,
  selectCue,
  setTime,
  splitCue,
  undo,
} from './editing.ts'
import type { SplitPlace } from './split-text.ts'
import type { CueEditing } from './use-cue-editing.ts'
import { usePlayCue } from './use-play-cue.ts'

export type Command = CueCommand | 'undo'
export type RunCommand = (command: Command) => void

/** What the commands do that change the cues or choose another one. */
const EDITS: Readonly<
  Record<Exclude<Command, 'edit' | 'leave' | 'play'>, (editing: Editing, place: SplitPlace) => Editing>
> = {
  previous: (editing) => selectCue(editing, editing.at - 1),
  next: (editing) => selectCue(editing, editing.at + 1),
  start: (editing, { seconds }) => setTime(editing, 'start', seconds),
  end: (editing, { seconds }) => setTime(editing, 'end', seconds),
  split: splitCue,
  merge: mergeWithNext,
  add: (editing, { seconds }) => addCue(editing, seconds),
  delete: deleteCue,
  undo,
}

/** Runs commands, and moves the focus to the row, or the text, that the user goes on with. */
export function useCueCommands({ editing, edit }: CueEditing, control: RefObject<PlayerControl | null>) {
  const table = useRef<HTMLTableElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const playCue = usePlayCue(control)
  const row = () => table.current?.querySelector<HTMLElement>('[aria-selected=true]')
  const text = () => row()?.querySelector('textarea')

  function play(): void {
    const cue = editing.cues[editing.at]
    // The user listens to decide where to split, so the cursor no longer says it.
    text()?.setSelectionRange(0, 0)
    if (cue) playCue(cue)
  }

  function run(command: Command): void {
    if (command === 'play') {
      play()
      return
    }
    if (command !== 'edit' && command !== 'leave') {
      const place = { cursor: text()?.selectionStart, seconds: control.current?.position() ?? 0 }
      flushSync(() => edit((current) => EDITS[command](current, place)))
    }
    if (command === 'edit' || command === 'add') text()?.focus()
    else focusCurrent()
  }

  function focusCurrent(): void {
    // Without a cue there is no row.
    const target = row() ?? add.current
    target?.focus()
  }
  return { table, add, run, focusCurrent }
}
