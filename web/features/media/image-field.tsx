import { type ReactNode, useId, useRef, useState } from 'react'
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
import { Icon } from '#web/ui/picture/icon.tsx'
import { FilledImage } from './filled-image.tsx'
import styles from './image-field.module.css'
import { useImageFile } from './use-image-file.ts'

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
  /** Draws the picture that is in the field until the user chooses one. */
  draw?: () => Promise<File | undefined>
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
 * the server checks the bytes. The file is sent with the form under `name`. With `draw` it begins with a drawn picture.
 */
export function ImageField({ name, label, required = false, help, span = false, ...rest }: ImageFieldProps) {
  const { round = false, current, draw, onChange } = rest
  const [rejected, setRejected] = useState<RejectedFile>()
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const field = useField({ name })
  const image = useImageFile(input, { chosen: rest.chosen, draw })
  const { file, drawn, isDrawn } = image
  const preview = useObjectUrl(file)

  function setImage(chosen: File | undefined, rejection?: RejectedFile): void {
    image.set(chosen)
    setRejected(rejection)
    field.edited()
    onChange?.(chosen)
  }

  /** Chosen and dropped files get the same messages. */
  function validate(candidate: File | undefined): void {
    const problem = problemOf(candidate)
    if (candidate && problem) setImage(drawn, { file: candidate.name, problem })
    else setImage(candidate)
  }

  const zone = useDropzone({
    multiple: false,
    accept: ACCEPTED,
    noClick: true,
    noKeyboard: true,
    onDrop: ([chosen], rejections) => validate(chosen ?? rejections[0]?.file),
  })
  const isEmpty = file === undefined && current === undefined && !isDrawn

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
        {isEmpty ? (
          <Prompt
            inputId={field.ids.control}
            dragOver={zone.isDragActive}
            rejected={rejected?.file}
            invalid={rejected !== undefined || field.error !== undefined}
            help={help}
          />
        ) : (
          <FilledImage
            url={preview ?? current?.url}
            {...{ file, isDrawn, round }}
            over={zone.isDragActive}
            onChoose={() => input.current?.click()}
            onAnother={async () => setImage(await image.drawAgain())}
            onRemove={() => {
              setImage(drawn)
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
