import type { ReportedSubject as Subject } from '#contract/reports/reports.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import styles from './report-card.module.css'

/** The reported content, with its place and status. */
export function ReportedSubject({ subject }: { subject: Subject }) {
  const { kind, text, createdAt, status, hidden } = subject
  return (
    <div className={styles.subject}>
      <div className={styles.context}>
        <Place subject={subject} />
        <span className={styles.aside}>
          <time dateTime={createdAt}>{createdAt.slice(0, 10)}</time>
        </span>
        {status && <Badge tone={status} />}
        {hidden && <Badge tone="pending">Hidden from others</Badge>}
      </div>
      {kind === 'comment' && (
        <blockquote className={styles.quote} dir="auto">
          {text}
        </blockquote>
      )}
      {(kind === 'course' || kind === 'playlist') && (
        <div className={styles.work}>
          {subject.image && (
            <Thumb>
              <Picture image={subject.image} sizes="180px" fallback={{ category: '', seed: subject._id }} />
            </Thumb>
          )}
          <div className={styles.description}>
            <LongText>{text}</LongText>
          </div>
        </div>
      )}
      {kind === 'user' && text && <p dir="auto">{text}</p>}
    </div>
  )
}

function Place({ subject: { kind, _id, title, courseId, playlist } }: { subject: Subject }) {
  if (playlist && courseId !== undefined) {
    return (
      <span>
        {kind === 'comment' ? 'On ' : 'In '}
        {kind === 'comment' && (
          <>
            <TextLink to={`/watch-video/${playlist._id}/${courseId}`}>
              <bdi>{title}</bdi>
            </TextLink>
            {', '}
          </>
        )}
        <TextLink to={`/playlist-details/${playlist._id}`}>
          <bdi>{playlist.title}</bdi>
        </TextLink>
        {kind === 'course' && (
          <>
            {' · '}
            <TextLink to={`/watch-video/${playlist._id}/${courseId}`}>Watch</TextLink>
          </>
        )}
      </span>
    )
  }
  if (kind === 'playlist') return <TextLink to={`/playlist-details/${_id}`}>Open the playlist</TextLink>
  return null
}
