import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { foldText } from '#contract/fold.ts'
import { countOf } from '#contract/format.ts'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import { FieldError, useField } from './field.tsx'
import input from './input.module.css'
import styles from './multi-select.module.css'

export interface Choosable {
  _id: string
  name: string
  /** Beside the name, such as how many people are in it. */
  detail?: string | undefined
}

interface MultiSelectProps {
  /** The field whose error it shows. */
  name: string
  label: string
  /** What the options are, such as `group`. */
  noun: string
  icon: IconName
  options: readonly Choosable[]
  chosen: readonly Choosable[]
  onChange: (chosen: readonly Choosable[]) => void
}

/** More are found by typing. */
const SHOWN_MAX = 50

/**
 * A search field with a list of options: arrow keys choose, Enter adds, Escape closes. The chosen ones stand above it, each
 * with a button that removes it.
 */
export function MultiSelect({ name, label, noun, icon, options, chosen, onChange }: MultiSelectProps) {
  const id = useId()
  const search = useRef<HTMLInputElement>(null)
  const field = useField({ name })
  const [text, setText] = useState('')
  const chosenIds = new Set(chosen.map(({ _id }) => _id))
  const found = options.filter((each) => !chosenIds.has(each._id) && isNamed(each, text))
  const list = useOptions(found.slice(0, SHOWN_MAX), add)
  const optionId = (option: Choosable) => `${id}${option._id}`

  function change(next: readonly Choosable[]): void {
    field.edited()
    onChange(next)
  }

  function add(option: Choosable): void {
    setText('')
    change([...chosen, option])
  }

  function remove(option: Choosable): void {
    search.current?.focus()
    change(chosen.filter(({ _id }) => _id !== option._id))
  }

  return (
    <div className={styles.field}>
      <Chosen icon={icon} label={`Chosen ${noun}s`} chosen={chosen} onRemove={remove} />
      <div className={styles.box}>
        <input
          ref={search}
          id={field.ids.control}
          type="text"
          role="combobox"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          dir="auto"
          className={input.input}
          aria-expanded={list.isOpen}
          aria-autocomplete="list"
          aria-controls={list.isOpen ? `${id}list` : undefined}
          aria-activedescendant={list.active && optionId(list.active)}
          aria-invalid={field.control['aria-invalid']}
          aria-describedby={field.control['aria-describedby']}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            list.open()
          }}
          onClick={list.open}
          onBlur={list.close}
          onKeyDown={list.press}
        />
        <Icon name="chevron-down" />
        {list.isOpen && (
          <div className={styles.list}>
            <div id={`${id}list`} role="listbox" aria-label={label}>
              {list.options.map((option) => (
                <Option
                  key={option._id}
                  id={optionId(option)}
                  option={option}
                  isActive={option === list.active}
                  onChoose={add}
                />
              ))}
            </div>
            <p role="status">{statusOf({ found: found.length, noun, isNarrowed: text !== '' })}</p>
          </div>
        )}
      </div>
      <FieldError field={field} />
    </div>
  )
}

/** The open list and its active option, by the keys of the field. */
function useOptions(options: readonly Choosable[], onChoose: (option: Choosable) => void) {
  const [isOpen, setOpen] = useState(false)
  const [index, setIndex] = useState(0)
  const active = isOpen ? options[Math.min(index, options.length - 1)] : undefined
  const open = () => {
    setIndex(0)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const step = (by: number) =>
    isOpen ? setIndex((now) => (now + by + options.length) % Math.max(1, options.length)) : open()
  const choose = () => {
    if (active) onChoose(active)
    setIndex(0)
  }
  const actions: Partial<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: choose,
    ...(isOpen && { Escape: close }),
  }

  function press(event: KeyboardEvent): void {
    // Ctrl+Enter sends the form.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return { isOpen, options, active, open, close, press }
}

interface ChosenProps {
  icon: IconName
  label: string
  chosen: readonly Choosable[]
  onRemove: (option: Choosable) => void
}

function Chosen({ icon, label, chosen, onRemove }: ChosenProps) {
  if (chosen.length === 0) return null
  return (
    <ul className={styles.chosen} aria-label={label}>
      {chosen.map((option) => (
        <li key={option._id}>
          <Icon name={icon} />
          <span>
            <bdi>{option.name}</bdi>
            {option.detail && ` · ${option.detail}`}
          </span>
          <button type="button" aria-label={`Remove ${option.name}`} onClick={() => onRemove(option)}>
            <Icon name="close" size="sm" />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface OptionProps {
  id: string
  option: Choosable
  isActive: boolean
  onChoose: (option: Choosable) => void
}

function Option({ id, option, isActive, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={isActive ? showInList : undefined}
      // A press would take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      <bdi>{option.name}</bdi>
      {option.detail && <small>{option.detail}</small>}
    </div>
  )
}

function showInList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}

/** Whether a word of the name begins with the text. */
const isNamed = ({ name }: Choosable, text: string) => ` ${foldText(name)}`.includes(` ${foldText(text)}`)

interface Found {
  found: number
  noun: string
  isNarrowed: boolean
}

function statusOf({ found, noun, isNarrowed }: Found): string {
  if (found === 0) return isNarrowed ? `No ${noun} matches.` : `No more ${noun}s.`
  const count = countOf(found, noun)
  return found > SHOWN_MAX ? `${count}. Type to find one.` : count
}
