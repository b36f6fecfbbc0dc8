import type { Overview } from '#contract/overview/overview.ts'
import { formatClock, formatVideoSize } from '#web/ui/text/format.ts'
import { Box } from './box.tsx'
import styles from './overview.module.css'

const PARTS = [
  ['videos', 'Videos'],
  ['database', 'Database'],
  ['pictures', 'Pictures'],
  ['uploads', 'Unfinished uploads'],
  ['free', 'Free'],
] as const

/** What the site has stored, and how much room there is. */
export function Storage({ storage }: Pick<Overview, 'storage'>) {
  const { at } = storage
  const parts = PARTS.map(([key, label]) => ({ key, label, bytes: storage[key] ?? 0 }))
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0) || 1
  if (at === null) {
    return (
      <Box title="Storage">
        <p className={styles.nothing}>It is measured a moment after the first start.</p>
      </Box>
    )
  }
  return (
    <Box title="Storage" aside={<span className={styles.help}>As of {formatClock(at)}</span>}>
      <div className={styles.body}>
        <svg className={styles.meter} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          {parts.map(({ key, bytes }, index) => (
            <rect
              key={key}
              data-part={key}
              x={(100 * sumBefore(parts, index)) / all}
              width={(100 * bytes) / all}
              height="1"
            />
          ))}
        </svg>
        <dl className={styles.sizes}>
          {parts.map(({ key, label, bytes }) => (
            <div key={key} data-part={key}>
              <dt>{label}</dt>
              <dd>{bytes === 0 ? '0 KB' : formatVideoSize(bytes)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Box>
  )
}

const sumBefore = (parts: readonly { bytes: number }[], index: number) =>
  parts.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0)
