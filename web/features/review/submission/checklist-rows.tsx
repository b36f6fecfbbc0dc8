import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './before-submit.module.css'
import type { Check } from './checklist.ts'

const ICONS = { ok: 'circle-check', warning: 'alert-triangle', failed: 'alert-circle' } as const
const SPOKEN = { ok: 'Done: ', warning: 'Warning: ', failed: 'Missing: ' } as const

/** What must be true before something is submitted, and what is. */
export function ChecklistRows({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className={styles.checks}>
      {checks.map(({ name, label, result, help, to, count }) => (
        <li key={name} data-result={result}>
          <Icon name={ICONS[result]} />
          <span>
            <span className="sr">{SPOKEN[result]}</span>
            {label}
          </span>
          {count !== undefined && <span className={styles.count}>{count}</span>}
          {help !== undefined && (
            <small>
              {to === undefined ? (
                help
              ) : (
                <TextLink inline to={to}>
                  {help}
                </TextLink>
              )}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
