import { useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatPictureSize } from '#web/ui/text/format.ts'
import styles from './image-field.module.css'

interface FilledImageProps {
  /** Undefined while the picture is being drawn, and until a file has an address. */
  url: string | undefined
  /** Undefined while the picture is the stored one. */
  file: File | undefined
  isDrawn: boolean
  round: boolean
  /** A file is dragged over the zone. */
  over: boolean
  onChoose: () => void
  onRemove: () => void
  /** Draws another picture. */
  onAnother: () => void
}

/** The picture of an image field, with its buttons. */
export function FilledImage({ isDrawn, round, over, ...rest }: FilledImageProps) {
  return (
    <div
      className={classNames(
        styles.filled,
        round && styles.round,
        isDrawn && styles.drawn,
        over && styles.over,
      )}
    >
      {isDrawn ? <DrawnImage {...rest} /> : <ChosenImage {...rest} round={round} />}
    </div>
  )
}

type ChosenImageProps = Pick<FilledImageProps, 'url' | 'file' | 'round' | 'onChoose' | 'onRemove'>

/** The chosen or stored picture. */
function ChosenImage({ url, file, round, onChoose, onRemove }: ChosenImageProps) {
  const [pixels, setPixels] = useState('')
  return (
    <>
      <img
        src={url}
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
        <Button size="sm" onClick={onChoose}>
          Replace
        </Button>
        {file && (
          <Button size="sm" variant="ghost" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </>
  )
}

type DrawnImageProps = Pick<FilledImageProps, 'url' | 'onAnother' | 'onChoose'>

/** A picture that was drawn for the user, who may take another one or choose their own. */
function DrawnImage({ url, onAnother, onChoose }: DrawnImageProps) {
  return (
    <>
      {url === undefined ? (
        <span className={styles.blank} />
      ) : (
        <img src={url} alt="" width={128} height={128} />
      )}
      <div className={styles.name}>
        <b>A drawn portrait</b>
        <span className={styles.help}>You can change it later.</span>
      </div>
      <div className={styles.buttons}>
        <Button size="sm" onClick={onAnother}>
          Another one
        </Button>
        <Button size="sm" variant="ghost" onClick={onChoose}>
          Choose a picture
        </Button>
      </div>
    </>
  )
}
