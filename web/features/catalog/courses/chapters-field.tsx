import { useState } from 'react'
import { chaptersInText } from '#contract/catalog/chapters.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './chapters-field.module.css'

interface ChaptersFieldProps {
  /** One per line. */
  defaultValue: string
  /** What the description says now; its chapters are offered. */
  description: string
  span?: boolean
}

/** The chapters of a video, one per line. Those that stand in the description can be taken over. */
export function ChaptersField({ defaultValue, description, span = false }: ChaptersFieldProps) {
  const [lines, setLines] = useState(defaultValue)
  const offered = lines.trim() === '' ? chaptersInText(description) : undefined
  return (
    <div className={span ? styles.span : undefined}>
      <TextAreaField
        name="chapters"
        label="Chapters"
        help="One per line: 0:00 What a closure is"
        value={lines}
        onChange={setLines}
      />
      {offered !== undefined && (
        <p className={styles.offer} role="status">
          The description has {offered.split('\n').length} chapters.
          <Button size="sm" onClick={() => setLines(offered)}>
            Use them
          </Button>
        </p>
      )}
    </div>
  )
}
