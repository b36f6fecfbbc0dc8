import { useLayoutEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './outline.module.css'
import type { Outline } from './use-outline.ts'

/** What was moved, with Undo, or why the order was not saved. */
export function OutlineMessage({ outline }: { outline: Outline }) {
  const { message, undo, failure } = outline
  const box = useRef<HTMLDivElement>(null)
  // The change may have removed the control that had the focus: a deleted section, or Undo itself.
  useLayoutEffect(() => {
    if (message !== undefined && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true })
  }, [message])
  return (
    <>
      <div ref={box} tabIndex={-1} className={classNames(message !== undefined && styles.message)}>
        <span role="status">{message}</span>
        {undo && (
          <Button variant="ghost" size="sm" onClick={undo}>
            <Icon name="undo" />
            Undo
          </Button>
        )}
      </div>
      <div role="alert" className={classNames(failure && styles.failure)}>
        {failure?.message}
        {failure?.unsaved && (
          <Button size="sm" onClick={outline.applyUnsaved}>
            Apply my order
          </Button>
        )}
      </div>
    </>
  )
}
