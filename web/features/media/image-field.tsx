import { Field as BaseField } from '@base-ui/react/field'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import {
  IMAGE_MAX_BYTES,
  IMAGE_TOO_LARGE,
  IMAGE_TYPES,
  IMAGE_WRONG_TYPE,
  type ImageRef,
} from '#contract/media.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './image-field.module.css'

export type ImageFieldProps = {
  name: string
  label: string
  required?: boolean
  help?: ReactNode
  span?: boolean
  /** A portrait: the preview is a circle. */
  round?: boolean
  /** What is stored now; it stays unless another file is chosen. */
  current?: ImageRef
  /** Hears of the file in the field, for a live preview. */
  onChange?: (file: File | undefined) => void
}

const ACCEPTED = Object.fromEntries(IMAGE_TYPES.map((type) => [type, []]))
const KILO = 1024

/**
 * A real file input that also takes a dropped picture. What is certainly refused (too large, no picture) is said at
 * once; the server believes only the bytes. The file is sent with the form under `name`.
 */
export function ImageField({ name, label, required = false, help, span = false, ...rest }: ImageFieldProps) {
  const { round = false, current, onChange } = rest
  const [file, setFile] = useState<File>()
  const [refused, setRefused] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const preview = usePreview(file)

  function take(chosen: File | undefined, problem?: string): void {
    setFile(chosen)
    setRefused(problem)
    onChange?.(chosen)
    putInto(input.current, chosen)
  }

  const zone = useDropzone({
    multiple: false,
    accept: ACCEPTED,
    maxSize: IMAGE_MAX_BYTES,
    noClick: true,
    noKeyboard: true,
    onDrop: ([chosen], rejections) => {
      const code = rejections[0]?.errors[0]?.code
      if (code === undefined) take(chosen)
      else take(undefined, code === 'file-too-large' ? IMAGE_TOO_LARGE : IMAGE_WRONG_TYPE)
    },
  })
  const shown = preview ?? current?.url

  return (
    <BaseField.Root name={name} className={classNames(styles.field, span && styles.span)}>
      <span id={labelId} className={classNames(styles.label, required && styles.required)}>
        {label}
      </span>
      <div {...zone.getRootProps({ role: undefined, tabIndex: undefined })} className={styles.zone}>
        <BaseField.Control
          render={
            <input
              ref={input}
              type="file"
              accept={IMAGE_TYPES.join(',')}
              aria-labelledby={labelId}
              onChange={(event) => {
                const [chosen] = event.target.files ?? []
                const problem = problemOf(chosen)
                take(problem === undefined ? chosen : undefined, problem)
              }}
            />
          }
          id={`${labelId}-file`}
          className="sr"
        />
        {shown === undefined ? (
          <Prompt
            inputId={`${labelId}-file`}
            over={zone.isDragActive}
            refused={refused !== undefined}
            help={help}
          />
        ) : (
          <Chosen
            shown={shown}
            file={file}
            round={round}
            over={zone.isDragActive}
            onReplace={() => input.current?.click()}
            onRemove={() => take(undefined)}
          />
        )}
      </div>
      {refused && (
        <p role="alert" className={styles.refused}>
          {refused}
        </p>
      )}
      {!refused && <FieldError />}
    </BaseField.Root>
  )
}

interface PromptProps {
  inputId: string
  over: boolean
  refused: boolean
  help: ReactNode
}

function Prompt({ inputId, over, refused, help }: PromptProps) {
  return (
    <label
      htmlFor={inputId}
      className={classNames(styles.drop, over && styles.over, refused && styles.wrong)}
    >
      <span className={styles.symbol}>
        <Icon name={refused ? 'image-x' : 'image-up'} />
      </span>
      <span>
        <b>Drop an image here</b> or <u>{refused ? 'choose another file' : 'choose a file'}</u>
      </span>
      {help && <span className={styles.help}>{help}</span>}
    </label>
  )
}

interface ChosenProps {
  shown: string
  file: File | undefined
  round: boolean
  over: boolean
  onReplace: () => void
  onRemove: () => void
}

function Chosen({ shown, file, round, over, onReplace, onRemove }: ChosenProps) {
  return (
    <div className={classNames(styles.filled, round && styles.round, over && styles.over)}>
      <img src={shown} alt="" width={128} height={round ? 128 : 72} />
      <div className={styles.name}>
        <b>{file?.name ?? 'Current picture'}</b>
        {file && <span className={styles.help}>{sizeOf(file)}</span>}
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

function problemOf(file: File | undefined): string | undefined {
  if (file === undefined) return undefined
  if (!IMAGE_TYPES.some((type) => type === file.type)) return IMAGE_WRONG_TYPE
  return file.size > IMAGE_MAX_BYTES ? IMAGE_TOO_LARGE : undefined
}

/** The input is what the form sends, also when the file was dropped or taken away. */
function putInto(input: HTMLInputElement | null, file: File | undefined): void {
  if (!input) return
  const carrier = new DataTransfer()
  if (file) carrier.items.add(file)
  input.files = carrier.files
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

function sizeOf({ size }: File): string {
  return size < KILO * KILO
    ? `${Math.max(1, Math.round(size / KILO))} KB`
    : `${(size / KILO / KILO).toFixed(1)} MB`
}
