import type { KeyboardEvent } from 'react'

interface Step {
  down: number
  right: number
}

/** Where a key moves in a text: left and right at its ends, up and down at its first and last line. */
function stepInText(
  key: string,
  { value, selectionStart, selectionEnd }: HTMLInputElement | HTMLTextAreaElement,
): Step | undefined {
  const before = value.slice(0, selectionStart ?? 0)
  const after = value.slice(selectionEnd ?? 0)
  const isSelected = selectionStart !== selectionEnd
  const steps: Readonly<Record<string, Step | false>> = {
    ArrowLeft: !isSelected && before === '' && { down: 0, right: -1 },
    ArrowRight: !isSelected && after === '' && { down: 0, right: 1 },
    ArrowUp: !before.includes('\n') && { down: -1, right: 0 },
    ArrowDown: !after.includes('\n') && { down: 1, right: 0 },
  }
  return steps[key] || undefined
}

/** A select keeps the arrows up and down for its options. */
const STEPS_IN_SELECT: Readonly<Record<string, Step>> = {
  ArrowLeft: { down: 0, right: -1 },
  ArrowRight: { down: 0, right: 1 },
}

/** The cell that a key moves to: Enter goes down, Shift+Enter is a new line. */
export function stepOf(event: KeyboardEvent<HTMLElement>): Step | undefined {
  const { key, currentTarget } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined
  if (key === 'Enter') return { down: 1, right: 0 }
  const isText = currentTarget instanceof HTMLInputElement || currentTarget instanceof HTMLTextAreaElement
  return isText ? stepInText(key, currentTarget) : STEPS_IN_SELECT[key]
}
