import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Course } from '#contract/catalog/courses.ts'
import { formatTime } from '#contract/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './corrections-field.module.css'

const CoursePlayer = lazyPart(async () => (await import('./course-player.tsx')).CoursePlayer)

interface CorrectionsFieldProps {
  /** One per line. */
  defaultValue: string
  /** Plays this course beside the field, so that a correction gets the second that the video is at. */
  played?: { course: Course; category: string }
  span?: boolean
}

/** The corrections of a video, one per line. */
export function CorrectionsField({ defaultValue, played, span = false }: CorrectionsFieldProps) {
  const [lines, setLines] = useState(defaultValue)
  const field = useRef<HTMLDivElement>(null)

  /** Begins a line with this second, and leaves its text to the user. */
  function add(second: number): void {
    flushSync(() => setLines((typed) => `${typed.trimEnd()}\n${formatTime(second)} `.trimStart()))
    const text = field.current?.querySelector('textarea')
    text?.focus()
    text?.setSelectionRange(text.value.length, text.value.length)
  }

  return (
    <div ref={field} className={span ? styles.span : undefined}>
      <TextAreaField
        name="corrections"
        label="Corrections"
        help="One per line: 5:15 It is the variable, not a copy."
        value={lines}
        onChange={setLines}
      />
      {played && <AddAtSecond {...played} onAdd={add} />}
    </div>
  )
}

interface AddAtSecondProps {
  course: Course
  category: string
  onAdd: (second: number) => void
}

function AddAtSecond({ course, category, onAdd }: AddAtSecondProps) {
  const [isOpen, setOpen] = useState(false)
  const [second, setSecond] = useState(0)
  return (
    <div className={styles.player}>
      {isOpen && (
        <Suspense
          fallback={
            <Loading what="video">
              <PictureSkeleton />
            </Loading>
          }
        >
          <CoursePlayer course={course} category={category} onSecond={setSecond} />
        </Suspense>
      )}
      <div className={styles.buttons}>
        <Button size="sm" onClick={() => onAdd(second)}>
          Add a correction at {formatTime(second)}
        </Button>
        <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the video' : 'Play the video'}
        </Button>
      </div>
    </div>
  )
}
