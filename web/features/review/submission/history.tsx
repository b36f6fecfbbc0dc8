import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { chapterLines } from '#contract/catalog/chapters.ts'
import { correctionLines } from '#contract/catalog/corrections.ts'
import { formatTime } from '#contract/format.ts'
import type { ReviewedContent, ReviewedField, RevisionEntry } from '#contract/review/review.ts'
import { FIELD_NAMES, sectionLines } from '#contract/review/reviewed-fields.ts'
import type { Video } from '#contract/video/video.ts'
import { videoLinkOf } from '#contract/video-links/video-link.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { ChipButton } from '#web/ui/layout/chip.tsx'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './history.module.css'
import { historyOf } from './submission.queries.ts'
import { type EventKind, type TimelineEvent, timelineOf } from './timeline.ts'

const ICONS: Readonly<Record<EventKind, IconName>> = {
  draft: 'edit',
  submitted: 'clock',
  in_review: 'circle-dashed',
  approved: 'circle-check',
  changes: 'message',
  rejected: 'circle-x',
  audience: 'users',
}

const SHOWN = ['Everything', 'Playlist', 'Videos'] as const
type Shown = (typeof SHOWN)[number]

interface HistoryProps {
  playlistId: string
  /** Only the versions of this course. */
  courseId?: string
  /** Beside the filters. */
  head?: React.ReactNode
}

/** Every version and decision, newest first, with its changes. */
export function History({ playlistId, courseId, head }: HistoryProps) {
  const viewer = viewerKey(useCurrentUser())
  const list = useInfiniteQuery(historyOf(useCall(), viewer, { playlistId, course: courseId }))
  const [shown, setShown] = useState<Shown>('Everything')
  const entries = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const audience = list.data?.pages[0]?.audience
  const events = useMemo(
    () =>
      timelineOf(
        entries.filter(
          ({ subject }) =>
            shown === 'Everything' || subject.kind === (shown === 'Playlist' ? 'playlist' : 'course'),
        ),
        shown === 'Videos' ? [] : audience,
        viewer,
      ),
    [entries, audience, shown, viewer],
  )

  return (
    <section className={styles.box} aria-label="History">
      {(head || courseId === undefined) && (
        <div className={styles.head}>
          {head}
          {courseId === undefined && (
            <fieldset className={styles.filters} aria-label="Show">
              {SHOWN.map((each) => (
                <ChipButton key={each} pressed={each === shown} onClick={() => setShown(each)}>
                  {each}
                </ChipButton>
              ))}
            </fieldset>
          )}
        </div>
      )}
      <div className={styles.body}>
        {list.isPending && (
          <Loading what="history">
            <LineSkeletons count={4} />
          </Loading>
        )}
        {list.isError && entries.length === 0 && (
          <LoadFailed drawing="playlists" error={list.error} onRetry={list.refetch} />
        )}
        {list.isSuccess && events.length === 0 && (
          <p className={styles.empty}>Nothing has been submitted yet.</p>
        )}
        <ol className={styles.events}>
          {events.map((event) => (
            <EventRow key={event.key} event={event} named={courseId === undefined} />
          ))}
        </ol>
        {list.hasNextPage && <ShowMore list={list} />}
      </div>
    </section>
  )
}

function EventRow({ event, named }: { event: TimelineEvent; named: boolean }) {
  const { kind, at, sentence, details, changed } = event
  return (
    <li data-kind={kind}>
      <span className={styles.icon}>
        <Icon name={ICONS[kind]} />
      </span>
      <div className={styles.event}>
        <b dir="auto">{sentence}</b> <RelativeTime at={at} />
        {(details.length > 0 || changed.length > 0) && (
          <ul>
            {details.map((text) => (
              <li key={text} dir="auto" className={styles.detail}>
                {text}
              </li>
            ))}
            {changed.map((entry) => (
              <Changes key={entry._id} entry={entry} named={named && entry.subject.kind === 'course'} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

const WordDiff = lazyPart(async () => (await import('#web/ui/text/word-diff.tsx')).WordDiff)

/** What one version changed against the one before. */
function Changes({ entry, named }: { entry: RevisionEntry; named: boolean }) {
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
  if (field === 'corrections') return correctionLines(content.corrections ?? [])
  if (field === 'sections') return sectionLines(content.sections)
  return content[field] ?? ''
}
