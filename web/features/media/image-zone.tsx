import { type ReactNode, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { DropPrompt } from '#web/ui/form/drop-prompt.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ARROW_DOWN, IMAGE_UP, IMAGE_X } from '#web/ui/picture/later-icon-paths.ts'
import { formatPictureSize } from '#web/ui/text/format.ts'
import styles from './image-field.module.css'

interface PromptProps {
  inputId: string
  /** A file is dragged over the zone. */
  dragOver: boolean
  /** The name of the rejected file. */
  rejected: string | undefined
  invalid: boolean
  help: ReactNode
}

/** Prompts for a picture. */
export function Prompt({ inputId, dragOver, rejected, invalid, help }: PromptProps) {
  return (
    <DropPrompt
      htmlFor={inputId}
      icon={<Icon name={iconOf(dragOver, rejected)} />}
      over={dragOver}
      invalid={invalid}
    >
      {dragOver ? <strong>Release to add the image</strong> : <PromptText rejected={rejected} />}
      {help && <span className={styles.help}>{help}</span>}
    </DropPrompt>
  )
}

function iconOf(dragOver: boolean, rejected: string | undefined) {
  if (dragOver) return ARROW_DOWN
  return rejected === undefined ? IMAGE_UP : IMAGE_X
}

function PromptText({ rejected }: { rejected: string | undefined }) {
  if (rejected === undefined) {
    return (
      <span>
        <strong>Drop an image here</strong> or <u>choose a file</u>
      </span>
    )
  }
  return (
    <>
      <strong>{rejected}</strong>
      <u>Choose another file</u>
    </>
  )
}

interface ChosenProps {
  previewUrl: string
  /** Undefined while the picture is the stored one. */
  file: File | undefined
  round: boolean
  over: boolean
  onReplace: () => void
  onRemove: () => void
}

/** The chosen or stored picture, with buttons to replace and remove it. */
export function Chosen({ previewUrl, file, round, over: dragOver, onReplace, onRemove }: ChosenProps) {
  const [pixels, setPixels] = useState('')
  return (
    <div className={classNames(styles.filled, round && styles.round, dragOver && styles.over)}>
      <img
        src={previewUrl}
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
            {formatPictureSize(file.size)}
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
