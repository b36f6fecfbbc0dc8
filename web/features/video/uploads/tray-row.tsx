import { COURSE_DELETED, PLAYLIST_DELETED, type VideoState } from '#contract/video/uploads.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { percentOf, trayRowSentence } from './sentences.ts'
import { isBusy, isFaulty, isReady, type UploadItem } from './upload-item.ts'
import type { UploadList } from './upload-list.ts'
import styles from './upload-tray.module.css'

interface TrayRowProps {
  item: UploadItem
  list: UploadList
}

/** One file of the tray. */
export function TrayRow({ item, list }: TrayRowProps) {
  const { title, phase, video } = item
  const [isWrong, isDone] = [isFaulty(item), isReady(item)]
  return (
    <li className={classNames(styles.row, isWrong && styles.wrong, isDone && styles.ready)}>
      <span className={styles.icon}>
        <Icon name={iconOf(item)} size="sm" />
      </span>
      <span className={styles.names}>
        <b dir="auto">{phase === 'refused' ? item.name : title}</b>
        <small role={isWrong ? 'alert' : undefined}>{trayRowSentence(item, performance.now())}</small>
      </span>
      <TrayActions item={item} list={list} />
      {!(isWrong || isDone) && (
        <progress
          className={styles.line}
          max={100}
          value={phase === 'sent' ? (video?.progress ?? 0) : percentOf(item)}
          aria-label={`${phase === 'sent' ? 'Preparing' : 'Uploading'} ${title}`}
        />
      )}
    </li>
  )
}

function iconOf(item: UploadItem) {
  if (isFaulty(item)) return 'video-off'
  if (isReady(item)) return 'circle-check'
  return item.phase === 'sent' ? 'circle-dashed' : 'video'
}

const GONE: readonly (string | undefined)[] = [PLAYLIST_DELETED, COURSE_DELETED]

/** Another try does not help where its playlist or course was deleted. */
const isPlaceGone = ({ fault }: VideoState) => GONE.includes(fault)

/** Where the course of a file is built. */
const addressOf = ({ place: { playlistId }, courseId }: UploadItem) =>
  playlistId === undefined || courseId === undefined
    ? undefined
    : `/teacher-dashboard/build/${playlistId}?course=${courseId}`

function TrayActions({ item, list }: TrayRowProps) {
  const { key, title, phase, video } = item
  const address = addressOf(item)
  if (phase === 'sent') {
    return (
      <span className={styles.actions}>
        {video?.state === 'failed' && !isPlaceGone(video) && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Retry ${title}`}
            onClick={() => void list.retry(key)}
          >
            Retry
          </Button>
        )}
        {address !== undefined && (
          <LinkButton size="sm" variant="ghost" to={address} aria-label={`Open ${title}`}>
            Open
          </LinkButton>
        )}
        {video?.state === 'failed' && address === undefined && <Remove item={item} list={list} />}
      </span>
    )
  }
  return (
    <span className={styles.actions}>
      {isBusy(item) && (
        <IconButton icon="pause" size="sm" label={`Pause ${title}`} onClick={() => list.pause(key)} />
      )}
      {phase === 'paused' && (
        <IconButton icon="resume" size="sm" label={`Continue ${title}`} onClick={() => list.resume(key)} />
      )}
      {phase === 'failed' && (
        <Button size="sm" variant="ghost" aria-label={`Retry ${title}`} onClick={() => list.resume(key)}>
          Retry
        </Button>
      )}
      {!isBusy(item) && <Remove item={item} list={list} />}
    </span>
  )
}

function Remove({ item: { key, title }, list }: TrayRowProps) {
  return (
    <Button size="sm" variant="ghost" aria-label={`Remove ${title}`} onClick={() => list.remove(key)}>
      Remove
    </Button>
  )
}
