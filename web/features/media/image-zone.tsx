import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './image-field.module.css'

const KILO = 1024

interface PromptProps {
  inputId: string
  /** A file is held over it. */
  over: boolean
  /** The name of a file that cannot be taken. */
  refused: string | undefined
  help: ReactNode
}

/** Asks for a picture; a press anywhere on it opens the browser's own chooser. */
export function Prompt({ inputId, over, refused, help }: PromptProps) {
  return (
    <label htmlFor={inputId} className={classNames(styles.drop, over && styles.over)}>
      <span className={styles.symbol}>
        <Icon name={symbolOf(over, refused)} />
      </span>
      {over ? <strong>Release to add the image</strong> : <Ask refused={refused} />}
      {help && <span className={styles.help}>{help}</span>}
    </label>
  )
}

function symbolOf(over: boolean, refused: string | undefined) {
  if (over) return 'arrow-down'
  return refused === undefined ? 'image-up' : 'image-x'
}

function Ask({ refused }: { refused: string | undefined }) {
  if (refused === undefined) {
    return (
      <span>
        <strong>Drop an image here</strong> or <u>choose a file</u>
      </span>
    )
  }
  return (
    <>
      <strong>{refused}</strong>
      <u>Choose another file</u>
    </>
  )
}

interface ChosenProps {
  shown: string
  /** Nothing while the picture is the stored one. */
  file: File | undefined
  round: boolean
  over: boolean
  onReplace: () => void
  onRemove: () => void
}

/** The picture that will be sent, or the stored one, with what can be done about it. */
export function Chosen({ shown, file, round, over, onReplace, onRemove }: ChosenProps) {
  const [pixels, setPixels] = useState('')
  return (
    <div className={classNames(styles.filled, round && styles.round, over && styles.over)}>
      <img
        src={shown}
        alt=""
        width={128}
        height={round ? 128 : 72}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setPixels(`${naturalWidth} × ${naturalHeight} · `)
        }
      />
      <div className={styles.name}>
        <b title={file?.name}>{file?.name ?? 'Current picture'}</b>
        {file && (
          <span className={styles.help}>
            {pixels}
            {sizeOf(file)}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        <Button size="sm" onClick={onReplace}>
          Replace
        </Button>
        {file && (
          <Button size="sm" variant="ghost" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  )
}

function sizeOf({ size }: File): string {
  return size < KILO * KILO
    ? `${Math.max(1, Math.round(size / KILO))} KB`
    : `${(size / KILO / KILO).toFixed(1)} MB`
}
