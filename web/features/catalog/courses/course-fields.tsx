import { type ReactNode, useState } from 'react'
import { chapterLines } from '#contract/catalog/chapters.ts'
import { correctionLines } from '#contract/catalog/corrections.ts'
import type { Course } from '#contract/catalog/courses.ts'
import type { FormDraft } from '#web/core/drafts/use-form-draft.ts'
import { ImageField, WIDE_IMAGE_HELP } from '#web/features/media/image-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ChaptersField } from './chapters-field.tsx'
import { CorrectionsField } from './corrections-field.tsx'
import { changedLink, linkOf, startText, VideoFields } from './video-field.tsx'

interface CourseFieldsProps {
  course: Course | undefined
  draft: FormDraft
  file: File | undefined
  title: string
  onTitle: (title: string) => void
  onLink: ((link: string) => void) | undefined
  upload: ReactNode
  onFile: (file: File | undefined) => void
  playlistField: ReactNode
}

/** The fields of a course. With `onLink` the picture is optional. */
export function CourseFields({
  course,
  draft,
  title,
  file,
  onTitle,
  onLink,
  upload,
  ...rest
}: CourseFieldsProps) {
  const [initial] = useState({
    startsAt: draft.text('startsAt', startText(course?.video)),
    description: draft.text('description', course?.description ?? ''),
    chapters: draft.text('chapters', chapterLines(course?.chapters ?? [])),
    corrections: draft.text('corrections', correctionLines(course?.corrections ?? [])),
  })
  const storedLink = linkOf(course)
  const [description, setDescription] = useState(initial.description)
  return (
    <>
      <TextField
        name="videoTitle"
        label="Video title"
        required
        span
        placeholder="Mapped types in plain English"
        value={title}
        onChange={onTitle}
      />
      <VideoFields
        // A file that replaces the video may arrive while the rest is typed.
        key={storedLink}
        link={changedLink(draft) ?? storedLink}
        startsAt={initial.startsAt}
        onLink={onLink}
        upload={upload}
      />
      {rest.playlistField}
      <ImageField
        name="tutorialImage"
        label="Video image"
        required={onLink === undefined}
        span
        help={onLink ? `Without one, the picture of the video is taken. ${WIDE_IMAGE_HELP}` : WIDE_IMAGE_HELP}
        current={course?.tutorialImage}
        chosen={file}
        onChange={rest.onFile}
      />
      <TextAreaField
        name="description"
        label="Description"
        required
        span
        placeholder="What will a student be able to do after this video?"
        defaultValue={initial.description}
        onChange={setDescription}
      />
      <ChaptersField span defaultValue={initial.chapters} description={description} />
      {course && <CorrectionsField span defaultValue={initial.corrections} />}
    </>
  )
}
