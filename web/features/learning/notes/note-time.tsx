import { formatTime } from '#contract/format.ts'
import type { Note } from '#contract/learning/notes.ts'
import { StillPicture } from '#web/features/learning/progress/still-picture.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import styles from './note-time.module.css'

interface NoteTimeProps {
  note: Note
  /** The watch page of the note, on other screens. */
  address?: string
  onSeek?: (seconds: number) => void
}

/** The link to the second of a note: its picture, where the video has one. */
export function NoteTime({ note: { at, still }, ...link }: NoteTimeProps) {
  if (!still)
    return (
      <TimeLink at={at} pill {...link}>
        <Icon name="play" />
        {formatTime(at)}
      </TimeLink>
    )
  return (
    <TimeLink at={at} className={styles.picture} {...link}>
      <Thumb radius="xs">
        <StillPicture still={still}>{null}</StillPicture>
        <span className={styles.at}>
          <Pill>{formatTime(at)}</Pill>
        </span>
      </Thumb>
    </TimeLink>
  )
}
