import { useState } from 'react'
import type { ImportLine } from '#contract/people/imports.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import styles from './import-table.module.css'

/** How many lines the table shows at first, and how many more with each press. */
const FIRST = 8
const MORE = 500

const ICONS: Record<ImportLine['state'], IconName> = {
  new: 'circle-check',
  exists: 'info',
  invited: 'info',
  bad: 'alert-circle',
}

/** The lines of a file, and what happens with each. */
export function ImportTable({ lines }: { lines: readonly ImportLine[] }) {
  const [most, setMost] = useState(FIRST)
  const shown = lines.slice(0, most)
  const rest = lines.length - shown.length
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Groups</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <Row key={line.line} {...line} />
          ))}
        </tbody>
      </table>
      <div className={styles.more}>
        <span role="status">
          {shown.length} of {lines.length} lines
        </span>
        {rest > 0 && (
          <button type="button" onClick={() => setMost(most === FIRST ? MORE : most + MORE)}>
            {lines.length <= MORE ? 'Show all lines' : `Show ${Math.min(rest, MORE)} more lines`}
          </button>
        )}
      </div>
    </>
  )
}

function Row({ line, name, email, role, groups, state, message, wrong }: ImportLine) {
  const cell = (column: NonNullable<typeof wrong>) =>
    classNames(styles[column], state === 'bad' && wrong === column && styles.wrong)
  return (
    <tr className={classNames(styles[state])}>
      <td className={styles.number}>{line}</td>
      <td className={cell('name')} dir="auto">
        {name}
      </td>
      <td className={cell('email')}>{email}</td>
      <td className={cell('role')}>{role === '' ? 'Student' : role}</td>
      <td className={cell('groups')} dir="auto">
        {groups.join(', ')}
      </td>
      <td className={styles.result}>
        <span>
          <Icon name={ICONS[state]} size="sm" />
          <span>{state === 'new' ? 'New' : message}</span>
        </span>
      </td>
    </tr>
  )
}
