import { useRef } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { useHashFocus } from '#web/core/use-hash-focus.ts'
import { ReplaceFile } from '#web/features/video/uploads/replace-file.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './course-panel.module.css'

interface ReplaceVideoProps {
  course: Course
  /** The address of the form with the link. */
  edit: string
}

/** Another video for a course: by a link in its form, or by a file. */
export function ReplaceVideo({ course, edit }: ReplaceVideoProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  useHashFocus('replace', box)
  return (
    <fieldset ref={box} className={styles.replace}>
      <legend>Replace the video</legend>
      <TextLink to={`${edit}?field=videoLink`}>Paste a link</TextLink>
      <ReplaceFile course={course} />
    </fieldset>
  )
}
