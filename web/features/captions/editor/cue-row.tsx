// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop a table's own roles when its display changes
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows take the focus, not their cells

import { memo } from 'react'
import { Icon } from '#web/ui/picture/icon.tsx'
import { charactersPerSecond, FAST, faultOf } from './cue-checks.ts'
import type { RunCommand } from './cue-commands.ts'
import { CueButtons, TextField, TimeField } from './cue-fields.tsx'
import styles from './cue-list.module.css'
import { formatCueTime } from './cue-times.ts'
import type { EditedCue } from './editing.ts'
import type { CueEditing } from './use-cue-editing.ts'

interface CueRowProps {
  cue: EditedCue
  /** Counts from 1. */
  number: number
  /** Whether it is still shown when the next one begins. */
  overlaps: boolean
  language: string
  edit: CueEditing['edit']
  /** Only the current cue has fields and buttons. */
  run: RunCommand | undefined
}

/** A cue. It renders again only when it changes, because there may be ten thousand. */
export const CueRow = memo(function CueRow({ cue, number, overlaps, language, edit, run }: CueRowProps) {
  const fault = faultOf(cue, number)
  const faultId = `cue-fault-${cue.key}`
  const at = { number, edit, cue, fault: fault && { ...fault, id: faultId } }
  const { text, typed } = cue
  return (
    <tr role="row" className={styles.row} tabIndex={run ? 0 : -1} aria-selected={run !== undefined}>
      <th role="rowheader" scope="row">
        {number}
      </th>
      {TIMES.map((field) => (
        <td
          key={field}
          role="gridcell"
          className={styles.time}
          data-fault={fault?.field === field || undefined}
        >
          {run ? <TimeField {...at} field={field} /> : (typed?.[field] ?? formatCueTime(cue[field]))}
        </td>
      ))}
      <td role="gridcell" className={styles.text} lang={language} dir="auto" data-text>
        {run ? <TextField {...at} /> : text}
      </td>
      <Speed cue={cue} />
      {run && (
        <td role="gridcell" className={styles.buttons}>
          <CueButtons number={number} run={run} />
        </td>
      )}
      {fault && (
        <td role="gridcell" className={styles.fault} id={faultId}>
          <Icon name="alert-circle" size="sm" />
          {fault.sentence}
        </td>
      )}
      {overlaps && (
        <td role="gridcell" className={styles.warning}>
          <Icon name="alert-triangle" size="sm" />
          {`Cue ${number} overlaps the next one.`}
        </td>
      )}
    </tr>
  )
})

const TIMES = ['start', 'end'] as const

function Speed({ cue }: { cue: EditedCue }) {
  const speed = charactersPerSecond(cue)
  const isFast = speed !== undefined && speed > FAST
  return (
    <td role="gridcell" className={styles.speed} data-fast={isFast || undefined}>
      {speed ?? '–'}
      {isFast && <span className="sr"> too fast to read</span>}
    </td>
  )
}
