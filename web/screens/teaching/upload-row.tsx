import type { PlaylistCourse } from '#contract/catalog/playlists.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { percentOf, sentenceOf } from '#web/features/video/uploads/sentences.ts'
import { isBusy, isFaulty, isReady, type UploadItem } from '#web/features/video/uploads/upload-item.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { formatVideoSize } from '#web/ui/text/format.ts'
import styles from './upload-files.module.css'

interface UploadRowProps {
  item: UploadItem
  category: string
  /** The draft. */
  course: PlaylistCourse | undefined
  /** How many videos are prepared first. */
  before: number
  /** The address of the form of the draft. */
  edit: (courseId: string) => string
  onPause: () => void
  onResume: () => void
  /** Has the video prepared once more. */
  onRetry: () => void
  onChoose: () => void
  onRemove: () => void
}

/** One file on its way to a video. */
export function UploadRow({ item, category, course, before, ...actions }: UploadRowProps) {
  const { name, bytes, title } = item
  const isWrong = isFaulty(item)
  return (
    <li className={styles.row}>
      {course && isReady(item) ? (
        <Thumb radius="xs" className={styles.picture}>
          <Picture image={course.tutorialImage} sizes="96px" fallback={{ category, seed: course._id }} />
        </Thumb>
      ) : (
        <span className={classNames(styles.picture, styles.noPicture)}>
          <Icon name={isWrong ? 'video-off' : 'video'} />
        </span>
      )}
      <div className={styles.names}>
        <b dir="auto">{title}</b>
        <small dir="auto">
          {name} · {formatVideoSize(bytes)}
        </small>
      </div>
      <State item={item} before={before} />
      <div className={styles.actions}>
        <Actions item={item} {...actions} />
      </div>
    </li>
  )
}

function State({ item, before }: Pick<UploadRowProps, 'item' | 'before'>) {
  const { name, phase, video } = item
  const sentence = sentenceOf(item, before, performance.now())
  if (isFaulty(item)) {
    return (
      <p className={classNames(styles.state, styles.wrong)} role="alert">
        <Icon name="alert-circle" size="sm" />
        {sentence}
      </p>
    )
  }
  if (isReady(item)) {
    return (
      <div className={styles.state}>
        <Badge tone="approved">Ready</Badge>
        {sentence}
      </div>
    )
  }
  const isSent = phase === 'sent'
  return (
    <div className={styles.state}>
      {sentence}
      <progress
        className={classNames(
          styles.line,
          isSent && styles.preparing,
          !(isSent || isBusy(item)) && styles.paused,
        )}
        max={100}
        value={isSent ? (video?.progress ?? 0) : percentOf(item)}
        aria-label={`${isSent ? 'Preparing' : 'Uploading'} ${name}`}
      />
    </div>
  )
}

function Actions({
  item,
  edit,
  onPause,
  onResume,
  onRetry,
  onChoose,
  onRemove,
}: Omit<UploadRowProps, 'category' | 'course' | 'before'>) {
  const { name, phase, courseId } = item
  if (phase === 'sent') {
    if (isReady(item) && courseId !== undefined) {
      return (
        <LinkButton size="sm" variant="ghost" to={edit(courseId)} aria-label={`Edit ${item.title}`}>
          Edit
        </LinkButton>
      )
    }
    return isFaulty(item) ? (
      <>
        <Button size="sm" aria-label={`Try again ${name}`} onClick={onRetry}>
          <Icon name="refresh" />
          Try again
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </>
    ) : null
  }
  const remove = <IconButton icon="close" size="sm" label={`Remove ${name}`} onClick={onRemove} />
  switch (phase) {
    case 'uploading':
    case 'waiting':
      return (
        <>
          <Button size="sm" aria-label={`Pause ${name}`} onClick={onPause}>
            <Icon name="pause-outline" />
            Pause
          </Button>
          {remove}
        </>
      )
    case 'paused':
      return (
        <>
          <Button size="sm" aria-label={`Continue ${name}`} onClick={onResume}>
            <Icon name="resume" />
            Continue
          </Button>
          {remove}
        </>
      )
    case 'lost':
      return (
        <>
          <Button size="sm" aria-label={`Choose file ${name}`} onClick={onChoose}>
            <Icon name="folder" />
            Choose file
          </Button>
          {remove}
        </>
      )
    case 'failed':
      return (
        <>
          <Button size="sm" aria-label={`Retry ${name}`} onClick={onResume}>
            <Icon name="refresh" />
            Retry
          </Button>
          {remove}
        </>
      )
    case 'refused':
      return remove
  }
}
