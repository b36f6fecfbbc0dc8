import { lazy, type ReactNode, Suspense } from 'react'
import { chapterLines } from '#contract/catalog/chapters.ts'
import { formatTime } from '#contract/format.ts'
import type { ReviewedContent, ReviewedField, RevisionEntry } from '#contract/review/review.ts'
import { FIELD_NAMES, sectionLines } from '#contract/review/reviewed-fields.ts'
import type { Video } from '#contract/video/video.ts'
import { videoLinkOf } from '#contract/video-links/video-link.ts'
import { retryDownload } from '#web/core/retry-download.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import styles from './history.module.css'

const WordDiff = lazy(async () => ({
  default: (await retryDownload(() => import('#web/ui/text/word-diff.tsx'))).WordDiff,
}))

/** What one version changed against the one before. */
export function Changes({ entry, named }: { entry: RevisionEntry; named: boolean }) {
  const { before, content, changes, subject } = entry
  if (before === null || changes.length === 0) return null
  return (
    <>
      {changes.map((field) => (
        <li key={`${entry._id} ${field}`}>
          {named && <span dir="auto">{subject.title}, </span>}
          {named ? FIELD_NAMES[field].toLowerCase() : FIELD_NAMES[field]}:{' '}
          <Change field={field} before={before} after={content} seed={subject._id} />
        </li>
      ))}
    </>
  )
}

const UPLOAD = 'An uploaded video'
/** Two uploaded videos differ only in their ids. */
const ANOTHER_UPLOAD = 'Another uploaded video'

interface ChangeProps {
  field: ReviewedField
  before: ReviewedContent
  after: ReviewedContent
  seed: string
}

function Change({ field, before, after, seed }: ChangeProps): ReactNode {
  if (field === 'image') {
    return (
      <span className={styles.pictures}>
        <Version label="Before" content={before} seed={seed} />
        <Version label="Now" content={after} seed={seed} />
      </span>
    )
  }
  const old = textOf(before, field)
  const now = textOf(after, field)
  return (
    <Suspense fallback={now}>
      <WordDiff before={old} now={field === 'video' && old === now ? ANOTHER_UPLOAD : now} />
    </Suspense>
  )
}

function Version({ label, content, seed }: { label: string; content: ReviewedContent; seed: string }) {
  return (
    <span className={styles.picture}>
      <small>{label}</small>
      {content.image ? (
        <Thumb radius="xs">
          <Picture
            image={content.image}
            sizes="160px"
            fallback={{ category: content.category ?? '', seed }}
          />
        </Thumb>
      ) : (
        <span className={styles.none}>Not stored any more</span>
      )}
    </span>
  )
}

/** A video of one's own has no link that means anything to a person. */
function videoText(video: Video): string {
  const name = video.source === 'upload' ? UPLOAD : videoLinkOf(video)
  return video.startsAt === undefined ? name : `${name}, starts at ${formatTime(video.startsAt)}`
}

function textOf({ video, ...content }: ReviewedContent, field: Exclude<ReviewedField, 'image'>): string {
  if (field === 'video') return video ? videoText(video) : ''
  if (field === 'chapters') return chapterLines(content.chapters ?? [])
  if (field === 'sections') return sectionLines(content.sections)
  return content[field] ?? ''
}
