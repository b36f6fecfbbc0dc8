import type { ReactNode } from 'react'
import { chapterLines } from '#contract/catalog/chapters.ts'
import { correctionLines } from '#contract/catalog/corrections.ts'
import { formatTime } from '#contract/format.ts'
import type { ReviewedContent, ReviewedField } from '#contract/review/review.ts'
import { FIELD_NAMES, REVIEWED_FIELDS, sectionLines } from '#contract/review/reviewed-fields.ts'
import type { Round, RoundRevision } from '#contract/review/rounds.ts'
import type { Video } from '#contract/video/video.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { RichText } from '#web/ui/text/rich-text.tsx'
import { WordDiff } from '#web/ui/text/word-diff.tsx'
import styles from './changes.module.css'
import { type Comparison, comparisonOf, type View, type ViewOption } from './compare.ts'
import { placeIn, versionsOf } from './round-decision.ts'

interface ChangesProps {
  round: Round
  views: readonly ViewOption[]
  view: View
  onView: (view: View) => void
  /** Plays the video before (A) or now (B). */
  onPlay: (courseId: string, side: 'A' | 'B') => void
}

/** What differs from the former round or from what is online, or everything. Something new shows everything. */
export function Changes({ round, views, view, onView, onPlay }: ChangesProps) {
  const versions = versionsOf(round)
  const hasChanges = versions.some((each) => comparisonOf(each, view)?.changes.length !== 0)
  return (
    <div>
      {views.length > 1 && (
        <div className={styles.head}>
          <h3>What changed</h3>
          <Segmented
            name={`view-${round._id}`}
            legend="Show"
            hideLegend
            options={views}
            value={view}
            onChange={onView}
          />
        </div>
      )}
      {versions.map((version) => (
        <Version
          key={version.subject._id}
          version={version}
          place={placeIn(round, version)}
          comparison={comparisonOf(version, view)}
          isOnly={versions.length === 1}
          onPlay={(side) => onPlay(version.subject._id, side)}
        />
      ))}
      {!hasChanges && (
        <p className={styles.same}>
          {view === 'formerly' ? 'Nothing has changed since then.' : 'Nothing differs from what is online.'}
        </p>
      )}
    </div>
  )
}

interface VersionProps {
  version: RoundRevision
  /** Before the names of its fields, such as `3 Closures`; empty for the playlist. */
  place: string
  comparison: Comparison | undefined
  /** Nothing else waits. */
  isOnly: boolean
  onPlay: (side: 'A' | 'B') => void
}

/** The changed fields of a version, or all of them; those of a video among others are folded. */
function Version({ version, place, comparison, isOnly, onPlay }: VersionProps) {
  const { content, category } = version
  const fields = REVIEWED_FIELDS.filter((field) =>
    comparison ? comparison.changes.includes(field) : isSet(content, field),
  )
  if (fields.length === 0) return null
  const isFolded = comparison === undefined && place !== '' && !isOnly
  const rows = (
    <dl>
      {fields.map((field) => (
        <div key={field} className={styles.row}>
          <dt>
            {place !== '' && !isFolded && (
              <>
                <bdi>{place}</bdi>,{' '}
              </>
            )}
            {place === '' || isFolded ? FIELD_NAMES[field] : FIELD_NAMES[field].toLowerCase()}
          </dt>
          <dd>
            {comparison ? (
              <Compared {...{ field, content, category, onPlay }} before={comparison.before} />
            ) : (
              <Whole {...{ field, content, category, onPlay }} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
  if (!isFolded) return rows
  return (
    <details className={styles.folded}>
      <summary>
        <bdi>{place}</bdi>
      </summary>
      {rows}
    </details>
  )
}

function isSet(content: ReviewedContent, field: ReviewedField): boolean {
  const value = content[field]
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}

interface FieldProps {
  field: ReviewedField
  content: ReviewedContent
  category: string
  onPlay: (side: 'A' | 'B') => void
}

function Compared({ field, before, content, category, onPlay }: FieldProps & { before: ReviewedContent }) {
  if (field === 'image') {
    return (
      <div className={styles.pictures}>
        <Side name="Before" content={before} category={category} />
        <Side name="Now" isNew content={content} category={category} />
      </div>
    )
  }
  if (field === 'video') {
    return (
      <>
        {before.video?.key === content.video?.key ? 'The start was changed.' : 'The video was replaced.'}{' '}
        <PlayButton onPlay={() => onPlay('A')}>A: {linkOf(before.video)}, before</PlayButton> ·{' '}
        <PlayButton onPlay={() => onPlay('B')}>B: {linkOf(content.video)}, now</PlayButton>
      </>
    )
  }
  return <WordDiff before={textOf(before, field)} now={textOf(content, field)} />
}

function Whole({ field, content, category, onPlay }: FieldProps) {
  if (field === 'image') return <Side content={content} category={category} />
  if (field === 'video')
    return <PlayButton onPlay={() => onPlay('B')}>Play {linkOf(content.video)}</PlayButton>
  if (field === 'description') return <RichText>{content.description}</RichText>
  return <bdi>{textOf(content, field)}</bdi>
}

function PlayButton({ onPlay, children }: { onPlay: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.play} onClick={onPlay}>
      {children}
    </button>
  )
}

/** `YouTube aircAruvnKk from 1:30` */
function linkOf(video: Video | undefined): string {
  if (video === undefined) return 'no video'
  const name = `${SOURCE_NAMES[video.source]} ${video.key}`
  return video.startsAt === undefined ? name : `${name} from ${formatTime(video.startsAt)}`
}

const SOURCE_NAMES = { youtube: 'YouTube', vimeo: 'Vimeo', upload: 'Uploaded video' } as const

function textOf(content: ReviewedContent, field: Exclude<ReviewedField, 'image' | 'video'>): string {
  if (field === 'chapters') return chapterLines(content.chapters ?? [])
  if (field === 'corrections') return correctionLines(content.corrections ?? [])
  if (field === 'sections') return sectionLines(content.sections)
  const value = content[field] ?? ''
  if (field !== 'language' || value === '') return value
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(value) ?? value
}

interface SideProps {
  name?: string
  isNew?: boolean
  content: ReviewedContent
  category: string
}

function Side({ name, isNew = false, content, category }: SideProps) {
  return (
    <figure className={styles.picture} data-new={isNew || undefined}>
      {name && <figcaption>{name}</figcaption>}
      {content.image ? (
        <Thumb>
          <Picture image={content.image} sizes="220px" fallback={{ category, seed: content.title }} />
        </Thumb>
      ) : (
        <p>This picture is deleted.</p>
      )}
    </figure>
  )
}
