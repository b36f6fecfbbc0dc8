import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import {
  IMAGE_MAX_BYTES,
  IMAGE_TOO_LARGE,
  IMAGE_TYPES,
  IMAGE_WRONG_TYPE,
  type ImageRef,
} from '#contract/media/media.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DropPrompt } from '#web/ui/form/drop-prompt.tsx'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import { useObjectUrl } from '#web/ui/form/use-object-url.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatPictureSize } from '#web/ui/text/format.ts'
import styles from './image-field.module.css'

type ImageFieldProps = {
  name: string
  label: string
  required?: boolean
  help?: ReactNode
  span?: boolean
  /** A portrait: the preview is a circle. */
  round?: boolean
  /** The stored image. It stays unless the user chooses another file. */
  current?: ImageRef
  /** The initial file. */
  chosen?: File
  /** Called with the file in the field, for a live preview. */
  onChange?: (file: File | undefined) => void
}

/** The help text of a cover field. */
export const WIDE_IMAGE_HELP = 'JPEG, PNG, WebP or GIF, at most 8 MB. Wide pictures (16:9) fit best.'

const ACCEPTED = Object.fromEntries(IMAGE_TYPES.map((type) => [type, []]))

/** A rejected file and the reason. */
interface RejectedFile {
  file: string
  problem: string
}

/**
 * A native file input that also accepts a dropped picture. It rejects files that are too large or not a picture at once;
 * the server checks the bytes. The file is sent with the form under `name`.
 */
export function ImageField({ name, label, required = false, help, span = false, ...rest }: ImageFieldProps) {
  const { round = false, current, onChange } = rest
  const [file, setFile] = useState(rest.chosen)
  const [rejected, setRejected] = useState<RejectedFile>()
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const field = useField({ name })
  const preview = useObjectUrl(file)

  useEffect(() => {
    if (file) setInputFile(input.current, file)
  }, [file])

  function setImage(chosen: File | undefined, rejection?: RejectedFile): void {
    setFile(chosen)
    setRejected(rejection)
    field.edited()
    setInputFile(input.current, chosen)
    onChange?.(chosen)
  }

  /** Chosen and dropped files get the same messages. */
  function validate(candidate: File | undefined): void {
    const problem = problemOf(candidate)
    if (candidate && problem) setImage(undefined, { file: candidate.name, problem })
    else setImage(candidate)
  }

  const zone = useDropzone({
    multiple: false,
    accept: ACCEPTED,
    noClick: true,
    noKeyboard: true,
    onDrop: ([chosen], rejections) => validate(chosen ?? rejections[0]?.file),
  })
  const previewUrl = preview ?? current?.url

  return (
    <div className={classNames(styles.field, span && styles.span)}>
      <span id={labelId} className={classNames(styles.label, required && styles.required)}>
        {label}
      </span>
      <div {...zone.getRootProps({ role: undefined, tabIndex: undefined })} className={styles.zone}>
        <input
          {...field.control}
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-labelledby={labelId}
          {...(rejected && { 'aria-invalid': true, 'aria-describedby': field.ids.error })}
          onChange={({ target }) => validate(target.files?.[0])}
          className="sr"
        />
        {previewUrl === undefined ? (
          <Prompt
            inputId={field.ids.control}
            dragOver={zone.isDragActive}
            rejected={rejected?.file}
            invalid={rejected !== undefined || field.error !== undefined}
            help={help}
          />
        ) : (
          <Chosen
            previewUrl={previewUrl}
            file={file}
            round={round}
            over={zone.isDragActive}
            onReplace={() => input.current?.click()}
            onRemove={() => {
              setImage(undefined)
              input.current?.focus()
            }}
          />
        )}
      </div>
      <FieldError field={field} now={rejected?.problem} />
    </div>
  )
}

function problemOf(file: File | undefined): string | undefined {
  if (file === undefined) return undefined
  if (!IMAGE_TYPES.some((type) => type === file.type)) return IMAGE_WRONG_TYPE
  return file.size > IMAGE_MAX_BYTES ? IMAGE_TOO_LARGE : undefined
}

/** The form sends the file of the input, so the input must follow a dropped or removed file. */
function setInputFile(input: HTMLInputElement | null, file: File | undefined): void {
  if (!input) return
  const transfer = new DataTransfer()
  if (file) transfer.items.add(file)
  input.files = transfer.files
}

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
function Prompt({ inputId, dragOver, rejected, invalid, help }: PromptProps) {
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
  if (dragOver) return 'arrow-down'
  return rejected === undefined ? 'image-up' : 'image-x'
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
function Chosen({ previewUrl, file, round, over: dragOver, onReplace, onRemove }: ChosenProps) {
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
