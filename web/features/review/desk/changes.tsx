import { type ReactNode, useState } from 'react'
import { chapterLines } from '#contract/catalog/chapters.ts'
import { formatTime } from '#contract/format.ts'
import type { FullRevision, ReviewedContent, ReviewedField } from '#contract/review/review.ts'
import { FIELD_NAMES, REVIEWED_FIELDS, sectionLines } from '#contract/review/reviewed-fields.ts'
import type { Video } from '#contract/video/video.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { RichText } from '#web/ui/text/rich-text.tsx'
import { WordDiff } from '#web/ui/text/word-diff.tsx'
import styles from './changes.module.css'

interface ChangesProps {
  revision: Pick<
    FullRevision,
    '_id' | 'subject' | 'baseNumber' | 'changes' | 'before' | 'content' | 'category'
  >
  /** Plays the video before (A) or now (B). */
  onPlay: (side: 'A' | 'B') => void
}

/** What differs from the version that is online, or everything. Something new shows everything. */
export function Changes({ revision, onPlay }: ChangesProps) {
  const { baseNumber, changes, before, content } = revision
  const [view, setView] = useState<'changes' | 'all'>('changes')
  const isCompared = before !== null && view === 'changes'
  const fields = isCompared
    ? REVIEWED_FIELDS.filter((field) => changes.includes(field))
    : REVIEWED_FIELDS.filter((field) => isSet(content, field))
  return (
    <div>
      {before !== null && (
        <div className={styles.head}>
          <h3>What changed since version {baseNumber}</h3>
          <Segmented
            name={`view-${revision._id}`}
            legend="Show"
            hideLegend
            options={[
              { value: 'changes', label: `Changes ${changes.length}` },
              { value: 'all', label: 'Everything' },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
      )}
      <dl>
        {fields.map((field) => (
          <div key={field} className={styles.row}>
            <dt>{FIELD_NAMES[field]}</dt>
            <dd>
              {isCompared ? (
                <Compared {...{ field, before, content, onPlay }} category={revision.category} />
              ) : (
                <Whole {...{ field, content, onPlay }} category={revision.category} />
              )}
            </dd>
          </div>
        ))}
        {isCompared && fields.length === 0 && (
          <div className={styles.row}>
            <dt>Changes</dt>
            <dd>Nothing differs from the version that is online.</dd>
          </div>
        )}
      </dl>
    </div>
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
