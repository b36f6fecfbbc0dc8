import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import { useSecond } from '#web/ui/feedback/use-second.ts'
import input from '#web/ui/form/input.module.css'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { KeyCap } from '#web/ui/text/key-cap.tsx'
import type { RunCommand } from './cue-commands.ts'
import { readShift } from './cue-times.ts'
import { type Editing, shiftAll } from './editing.ts'
import styles from './player-tools.module.css'
import type { CueEditing } from './use-cue-editing.ts'

interface AddCueProps {
  position: () => number
  run: RunCommand
  button: RefObject<HTMLButtonElement | null>
}

/** Alone, because it changes every second. */
export function AddCue({ position, run, button }: AddCueProps) {
  return (
    <Button ref={button} size="sm" aria-keyshortcuts="N" onClick={() => run('add')}>
      <Icon name="plus" size="sm" />
      {`Add cue at ${formatTime(useSecond(position))}`}
      <KeyCap>N</KeyCap>
    </Button>
  )
}

/** Moves all cues, for captions that are a little early or late. */
export function ShiftAll({ editing, edit }: Pick<CueEditing, 'editing' | 'edit'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')

  function shift(): void {
    const seconds = readShift(typed)
    const shifted = seconds === undefined ? undefined : shiftAll(editing, seconds)
    setError(shifted ? '' : whyNot(editing, seconds))
    if (!shifted) return
    edit(shifted)
    setTyped('')
  }
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    shift()
  }

  return (
    <div className={styles.shift}>
      <label htmlFor={id}>Shift all by</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        placeholder="-0.5"
        className={input.input}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={press}
        aria-invalid={error !== '' || undefined}
        aria-describedby={error === '' ? undefined : `${id}-error`}
      />
      <span>s</span>
      <Button size="sm" onClick={shift}>
        Shift
      </Button>
      {error !== '' && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon name="alert-circle" size="sm" />
          {error}
        </p>
      )}
    </div>
  )
}

function whyNot({ cues }: Editing, seconds: number | undefined): string {
  if (seconds === undefined) return 'Enter seconds such as 1.5 or -0.5.'
  const first = cues.findIndex(({ start }) => start + seconds < 0)
  return `Cue ${first + 1} would start before the video.`
}
