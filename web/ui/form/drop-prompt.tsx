import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './drop-prompt.module.css'

type DropPromptProps = Omit<ComponentProps<'label'>, 'className' | 'htmlFor'> & {
  /** The id of the file input. */
  htmlFor: string
  icon: ReactNode
  /** Files are dragged over it. */
  over: boolean
  invalid?: boolean
}

/** The area that asks for files. It is the label of a file input, so a click anywhere opens the dialog of the browser. */
export function DropPrompt({ icon, over, invalid = false, htmlFor, children, ...rest }: DropPromptProps) {
  return (
    <label
      {...rest}
      htmlFor={htmlFor}
      className={classNames(styles.drop, over && styles.over, invalid && styles.invalid)}
    >
      <span className={styles.symbol}>{icon}</span>
      {children}
    </label>
  )
}
