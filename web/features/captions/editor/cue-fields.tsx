import input from '#web/ui/form/input.module.css'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import { KeyCap } from '#web/ui/text/key-cap.tsx'
import type { Fault } from './cue-checks.ts'
import type { RunCommand } from './cue-commands.ts'
import { CUE_KEYS, type CueCommand } from './cue-keys.ts'
import { formatCueTime } from './cue-times.ts'
import { type EditedCue, readTimes, type TimeField as TimeName, typeText, typeTime } from './editing.ts'
import type { CueEditing } from './use-cue-editing.ts'

interface FieldProps {
  cue: EditedCue
  /** Counts from 1. */
  number: number
  edit: CueEditing['edit']
  fault: (Fault & { id: string }) | undefined
}

const faultAttributes = (fault: FieldProps['fault'], field: Fault['field']) =>
  fault?.field === field ? { 'aria-invalid': true, 'aria-describedby': fault.id } : {}

/** A time as text. What is typed is read when the user leaves the field. */
export function TimeField({ cue, number, edit, fault, field }: FieldProps & { field: TimeName }) {
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className={input.input}
      aria-label={`${field === 'start' ? 'Start' : 'End'} of cue ${number}`}
      {...faultAttributes(fault, field)}
      value={cue.typed?.[field] ?? formatCueTime(cue[field])}
      onChange={({ currentTarget: { value } }) => edit((editing) => typeTime(editing, field, value))}
      onBlur={() => edit(readTimes)}
    />
  )
}

/** The text of a cue, which grows with its lines. */
export function TextField({ cue: { text }, number, edit, fault }: FieldProps) {
  return (
    <textarea
      className={input.input}
      rows={text.split('\n').length}
      aria-label={`Text of cue ${number}`}
      {...faultAttributes(fault, 'text')}
      value={text}
      onChange={({ currentTarget: { value } }) => edit((editing) => typeText(editing, value))}
      onBlur={() => edit(readTimes)}
    />
  )
}

const BUTTONS: readonly { command: CueCommand; label: string; icon?: IconName }[] = [
  { command: 'play', label: 'Play', icon: 'play' },
  { command: 'start', label: 'Start = now' },
  { command: 'end', label: 'End = now' },
  { command: 'split', label: 'Split', icon: 'split' },
  { command: 'merge', label: 'Merge with next', icon: 'merge' },
]

/** What can be done with the current cue. */
export function CueButtons({ number, run }: { number: number; run: RunCommand }) {
  return (
    <>
      {BUTTONS.map(({ command, label, icon }) => (
        <Button
          key={command}
          size="sm"
          aria-keyshortcuts={CUE_KEYS[command].cap}
          onClick={() => run(command)}
        >
          {icon && <Icon name={icon} size="sm" />}
          {label}
          <KeyCap>{CUE_KEYS[command].cap}</KeyCap>
        </Button>
      ))}
      <IconButton
        icon="trash"
        size="sm"
        tone="danger"
        label={`Delete cue ${number}`}
        aria-keyshortcuts="Delete"
        onClick={() => run('delete')}
      />
    </>
  )
}
