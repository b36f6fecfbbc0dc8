import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

interface Tab<Name extends string> {
  name: Name
  label: string
  /** Shown beside the label: a number, or a place such as `3 of 12`. */
  count?: number | string
}

interface TabsProps<Name extends string> {
  /** The accessible name of the list. */
  label: string
  tabs: readonly Tab<Name>[]
  current: Name
  onChange: (name: Name) => void
  /** The panel of the current tab. */
  children: ReactNode
}

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Tabs within a screen; the arrow keys move between them. `TabsNav` has those that lead to other screens. */
export function Tabs<Name extends string>({ label, tabs, current, onChange, children }: TabsProps<Name>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useCurrentInView(list, `${current} ${tabs.map(({ count }) => count)}`)

  function move(event: KeyboardEvent): void {
    const index = tabs.findIndex(({ name }) => name === current)
    const to = STEPS[event.key]?.(index, tabs.length - 1)
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || tab === undefined) return
    event.preventDefault()
    onChange(tab.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={move}>
        {tabs.map(({ name, label: word, count }) => (
          <button
            key={name}
            id={`${id}${name}`}
            type="button"
            role="tab"
            aria-selected={name === current}
            aria-controls={`${id}panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {word} {count !== undefined && <span className={styles.count}>{count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${current}`} className={styles.panel}>
        {children}
      </div>
    </>
  )
}
