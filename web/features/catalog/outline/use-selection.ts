import { type RefObject, startTransition, useEffect, useEffectEvent, useState } from 'react'

/** Where keys mean something else. */
const TAKEN_IN = 'textarea, select, input:not([type=checkbox]), [role=menu], dialog'
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

interface SelectionOf {
  /** Where the keys work. */
  box: RefObject<HTMLElement | null>
  /** All videos of the playlist. */
  ids: readonly string[]
  /** The videos that the list shows, in its order. */
  shown: readonly string[]
}

/** The videos between two, both included. */
function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from = 0, to = 0] = [ids.indexOf(one), ids.indexOf(other)].toSorted((a, b) => a - b)
  return from < 0 ? [other] : ids.slice(from, to + 1)
}

const chosenRow = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLInputElement && target.type === 'checkbox'
    ? target.closest<HTMLElement>('[data-course]')?.dataset.course
    : undefined

const isSelectAll = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'a' && (ctrlKey || metaKey)

/** Whether a key is pressed inside of the list or nowhere, and not in a text, a menu or a dialog. */
function isFor(box: HTMLElement | null, { target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof Element) || target.closest(TAKEN_IN)) return false
  return target === document.body || target.matches('main') || box?.contains(target) === true
}

/**
 * The chosen videos. Shift chooses a range, Ctrl+A what is shown, Escape nothing; arrows go from checkbox to checkbox, and
 * with Shift they choose on the way.
 */
export function useSelection({ box, ids, shown }: SelectionOf) {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  const chosen = wanted.size === 0 ? wanted : new Set(ids.filter((id) => wanted.has(id)))

  function toggle(id: string): void {
    setWanted(chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id]))
    setAnchor(id)
  }
  /** Chooses everything from the last chosen row to this one. */
  function extend(id: string): void {
    setWanted(new Set([...chosen, ...between(shown, anchor ?? id, id)]))
    if (anchor === undefined) setAnchor(id)
  }
  /** All rows change, which may take longer than the paint that answers the key. */
  function chooseOnly(some: readonly string[]): void {
    startTransition(() => setWanted(new Set(some)))
  }
  function clear(): void {
    chooseOnly([])
    setAnchor(undefined)
  }
  function step(event: KeyboardEvent, id: string): void {
    const next = shown[shown.indexOf(id) + (STEPS[event.key] ?? 0)]
    if (next === undefined) return
    event.preventDefault()
    if (event.shiftKey) setWanted(new Set([...chosen, id, next]))
    const row = box.current?.querySelector<HTMLElement>(`[data-course="${CSS.escape(next)}"]`)
    row?.querySelector<HTMLElement>('[type=checkbox]')?.focus()
  }
  function pressInRow(event: KeyboardEvent, id: string): void {
    if (event.altKey) return
    if (event.key in STEPS) step(event, id)
    if (event.key !== ' ' || !event.shiftKey) return
    event.preventDefault()
    extend(id)
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isFor(box.current, event)) return
    const id = chosenRow(event.target)
    if (isSelectAll(event)) {
      event.preventDefault()
      chooseOnly(shown)
    } else if (event.key === 'Escape' && chosen.size > 0) clear()
    else if (id !== undefined) pressInRow(event, id)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return {
    chosen,
    choose: (id: string, isRange: boolean) => (isRange ? extend(id) : toggle(id)),
    clear,
  }
}
