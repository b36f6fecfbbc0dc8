import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { BuildIcon } from './build-icon.tsx'
import styles from './outline.module.css'
import type { Outline } from './use-outline.ts'

/** What was moved, with Undo, or why the order was not saved. */
export function OutlineNews({ outline }: { outline: Outline }) {
  const { news, failure } = outline
  return (
    <>
      <div className={classNames(news && styles.news)}>
        <span role="status">{news?.text}</span>
        {news?.undo && (
          <Button variant="ghost" size="sm" onClick={outline.undo}>
            <BuildIcon name="undo" />
            Undo
          </Button>
        )}
      </div>
      <div role="alert" className={classNames(failure && styles.failure)}>
        {failure?.message}
        {failure?.mine && (
          <Button size="sm" onClick={outline.applyMine}>
            Apply my order
          </Button>
        )}
      </div>
    </>
  )
}
