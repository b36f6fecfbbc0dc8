import { useLayoutEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { BuildIcon } from './build-icon.tsx'
import styles from './outline.module.css'
import type { Outline } from './use-outline.ts'

/** What was moved, with Undo, or why the order was not saved. */
export function OutlineNews({ outline }: { outline: Outline }) {
  const { news, undo, failure } = outline
  const box = useRef<HTMLDivElement>(null)
  // The change may have removed the control that had the focus: a deleted section, or Undo itself.
  useLayoutEffect(() => {
    if (news !== undefined && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
  }, [news])
  return (
    <>
      <div ref={box} tabIndex={-1} className={classNames(news !== undefined && styles.news)}>
        <span role="status">{news}</span>
        {undo && (
          <Button variant="ghost" size="sm" onClick={undo}>
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
