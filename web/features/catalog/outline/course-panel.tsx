import { type ReactNode, useRef, useState } from 'react'
import { chapterLines } from '#contract/catalog/chapters.ts'
import { correctionLines } from '#contract/catalog/corrections.ts'
import type { Course } from '#contract/catalog/courses.ts'
import { CourseTexts } from '#contract/catalog/outline.ts'
import { formatTime } from '#contract/format.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { ChaptersField } from '#web/features/catalog/courses/chapters-field.tsx'
import { CorrectionsField } from '#web/features/catalog/courses/corrections-field.tsx'
import { changedCorrections } from '#web/features/catalog/courses/ended-corrections.ts'
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem } from '#web/features/catalog/versions/submission-state.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { VideoChip } from '#web/features/video/uploads/video-chip.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import styles from './course-panel.module.css'
import { courseIds, type Order, placeOf } from './order.ts'
import outlineStyles from './outline.module.css'
import { useSaveGrid } from './outline.queries.ts'
import { ReplaceVideo } from './replace-video.tsx'

/** The kind of the drafts of the panel. */
export const COURSE_TEXTS = 'course texts'

interface CoursePanelProps {
  course: Course
  category: string
  order: Order
  /** The captions of the course. */
  captions: ReactNode
  /** Opens another course of the playlist. */
  onSelect: (courseId: string) => void
  /** Moves the course to the end of a section. */
  onMove: (section: string | undefined) => void
}

/** The selected course: its texts and its section. Link and picture have their own form. */
export function CoursePanel({ course, category, order, captions, onSelect, onMove }: CoursePanelProps) {
  const { _id, videoTitle, tutorialImage, updatedAt, playlist } = course
  const save = useSaveGrid(playlist._id)
  const [inputErrors, setInputErrors] = useState<FormErrors>()
  const form = useRef<HTMLFormElement>(null)
  const stored = panelTexts(course)
  const address = `/teacher-dashboard/build/${playlist._id}?course=${_id}`
  const draft = useFormDraft(COURSE_TEXTS, _id, {
    form,
    updatedAt,
    stored,
    place: { title: videoTitle, address },
  })
  const conflicts = conflictsOf(draft, stored)
  const section = placeOf(order, _id)?.section
  const edit = `/teacher-dashboard/edit-course/${playlist._id}/${_id}`

  function send(data: FormData): void {
    const { lines, value, errors } = readTexts(course, data)
    setInputErrors(errors)
    if (conflicts.length > 0) return
    if (value) save.mutate([{ _id, updatedAt, ...value, ...lines }], { onSaved: draft.remove })
  }

  return (
    <section className={outlineStyles.box} aria-labelledby="selected">
      <div className={outlineStyles.head}>
        <h2 id="selected" dir="auto">
          {videoTitle}
        </h2>
        <StateChip item={courseItem(course)} />
        <VideoChip courseId={_id} videoState={course.videoState} />
        <Steps courseId={_id} order={order} onSelect={onSelect} />
      </div>
      <Form
        key={draft.version}
        ref={form}
        aria-labelledby="selected"
        errors={inputErrors ?? cellErrors(save.error)}
        onChange={draft.store}
        onSubmit={send}
      >
        <div className={styles.fields}>
          <div className={styles.video}>
            <Thumb radius="xs">
              <Picture image={tutorialImage} sizes="124px" fallback={{ category, seed: _id }} />
            </Thumb>
            <div>
              <span className={styles.meta}>
                {course.durationSeconds == null ? '' : formatTime(course.durationSeconds)}
              </span>
              {course.video?.startsAt !== undefined && (
                <span className={styles.meta}>Starts at {formatTime(course.video.startsAt)}</span>
              )}
              {course.unavailableSince !== undefined && (
                <Badge tone="cancel">{`Video unavailable since ${formatDate(course.unavailableSince)}`}</Badge>
              )}
              <TextLink to={edit}>Change picture</TextLink>
            </div>
          </div>
          <ReplaceVideo course={course} edit={edit} />
          <SavedMeanwhile draft={draft} conflicts={conflicts} labelOf={(name) => LABELS[name] ?? name} />
          <TextField
            name="title"
            label="Video title"
            required
            defaultValue={draft.text('title', stored.title)}
          />
          <DescribedChapters
            description={draft.text('description', stored.description)}
            chapters={draft.text('chapters', stored.chapters)}
          >
            {order.sections.length > 0 && (
              <SelectField
                name="section"
                label="Section"
                options={[
                  { value: 'loose', label: 'Before the first section' },
                  ...order.sections.map(({ key, title }) => ({ value: key, label: title })),
                ]}
                value={section ?? 'loose'}
                onChange={(key) => onMove(key === 'loose' ? undefined : key)}
              />
            )}
          </DescribedChapters>
          <CorrectionsField
            defaultValue={draft.text('corrections', stored.corrections)}
            played={{ course, category }}
          />
          {captions}
          <DraftLine draft={draft} />
        </div>
        <div className={styles.foot}>
          <Button type="submit" variant="primary" busy={save.isPending && 'Saving...'}>
            Save
          </Button>
          <Button type="reset" variant="ghost" onClick={draft.discard}>
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** Validates the input. Chapters and corrections are sent as they were typed, corrections only if they have changed. */
function readTexts(course: Course, data: FormData) {
  const lines = { chapters: textOf(data, 'chapters'), corrections: changedCorrections(course, data) }
  const texts = { title: textOf(data, 'title'), description: textOf(data, 'description'), ...lines }
  return { lines, ...checkDraft(CourseTexts, texts) }
}

const LABELS: Readonly<Record<string, string>> = {
  title: 'Video title',
  description: 'Description',
  chapters: 'Chapters',
  corrections: 'Corrections',
}

const panelTexts = ({ videoTitle: title, description, chapters = [], corrections = [] }: Course) => ({
  title,
  description,
  chapters: chapterLines(chapters),
  corrections: correctionLines(corrections),
})

interface DescribedChaptersProps {
  description: string
  chapters: string
  /** The fields between them. */
  children: ReactNode
}

/** The description, and the chapters that can be taken from it. */
function DescribedChapters({ description, chapters, children }: DescribedChaptersProps) {
  const [typed, setTyped] = useState(description)
  return (
    <>
      <TextAreaField
        name="description"
        label="Description"
        required
        defaultValue={description}
        onChange={setTyped}
      />
      {children}
      <ChaptersField defaultValue={chapters} description={typed} />
    </>
  )
}

/** The server names the fields by row: `changes.0.title`. */
function cellErrors(error: Error | null): FormErrors | undefined {
  const errors = fieldErrors(error)
  return (
    errors && Object.fromEntries(Object.entries(errors).map(([key, text]) => [key.split('.').at(-1), text]))
  )
}

function Steps({
  courseId,
  order,
  onSelect,
}: {
  courseId: string
  order: Order
  onSelect: (id: string) => void
}) {
  const ids = courseIds(order)
  const index = ids.indexOf(courseId)
  const [before, after] = [ids[index - 1], ids[index + 1]]
  return (
    <span className={styles.steps}>
      Video {index + 1} of {ids.length}
      <IconButton
        icon="chevron-up"
        label="Previous video"
        size="sm"
        aria-disabled={before === undefined || undefined}
        onClick={() => before !== undefined && onSelect(before)}
      />
      <IconButton
        icon="chevron-down"
        label="Next video"
        size="sm"
        aria-disabled={after === undefined || undefined}
        onClick={() => after !== undefined && onSelect(after)}
      />
    </span>
  )
}
