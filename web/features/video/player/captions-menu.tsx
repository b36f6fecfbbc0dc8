import { type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import type { PlayerSettings } from '#contract/video/player.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import bar from './bar.module.css'
import styles from './captions-menu.module.css'
import type { OwnCaptions } from './own-captions.ts'

interface CaptionsMenuProps {
  captions: OwnCaptions
  settings: PlayerSettings
  onSettings: (change: Partial<PlayerSettings>) => void
  onLanguage: (language: string | null) => void
  /** The video is an uploaded one: the menu and the captions may lie over its picture. */
  isOwn: boolean
}

const SIZES = [
  { value: 's', label: 'S' },
  { value: 'm', label: 'M' },
  { value: 'l', label: 'L' },
  { value: 'xl', label: 'XL' },
] as const
const GROUNDS = [
  { value: 'solid', label: 'Solid' },
  { value: 'soft', label: 'Soft' },
  { value: 'none', label: 'None' },
] as const
const PLACES = [
  { value: 'strip', label: 'Below' },
  { value: 'over', label: 'On the picture' },
] as const

/** Chooses among the captions of the video, and how they look. It opens below a host's picture, which nothing may cover. */
export function CaptionsMenu({ captions, settings, onSettings, onLanguage, isOwn }: CaptionsMenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const { choices, shown } = captions
  const languages = [
    { value: '', label: 'Off' },
    ...choices.map(({ language, label, auto }) => ({
      value: language,
      label: auto ? `${label} (auto)` : label,
    })),
  ]
  function toggled({ newState }: ToggleEvent): void {
    if (newState === 'open') menu.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }
  return (
    <span className={styles.anchor}>
      <button
        type="button"
        className={bar.button}
        aria-label="Captions"
        aria-haspopup="dialog"
        data-on={shown !== undefined || undefined}
        popoverTarget={id}
      >
        <Icon name="captions" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Captions"
        className={styles.menu}
        data-own={isOwn || undefined}
        onToggle={toggled}
      >
        <Choice legend="Language">
          {languages.map(({ value, label }) => (
            <label key={value} dir="auto">
              <input
                type="radio"
                name={`${id}language`}
                checked={value === (shown?.language ?? '')}
                onChange={() => onLanguage(value || null)}
              />
              <Icon name="check" />
              {label}
            </label>
          ))}
        </Choice>
        <Segmented
          name={`${id}size`}
          legend="Size"
          options={SIZES}
          value={settings.captionsSize}
          onChange={(captionsSize) => onSettings({ captionsSize })}
        />
        <Segmented
          name={`${id}ground`}
          legend="Background"
          options={GROUNDS}
          value={settings.captionsGround}
          onChange={(captionsGround) => onSettings({ captionsGround })}
        />
        {isOwn && (
          <Segmented
            name={`${id}place`}
            legend="Place"
            options={PLACES}
            value={settings.captionsPlace}
            onChange={(captionsPlace) => onSettings({ captionsPlace })}
          />
        )}
      </div>
    </span>
  )
}

function Choice({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
