import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { Mention } from '#contract/comments/mentions.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { authorsOf } from './threads.ts'

const MentionList = lazyPart(async () => (await import('./mention-list.tsx')).MentionList)

const NOBODY: readonly Mention[] = []

/** Whom the names in the text of a comment may mean. */
export function useMentioned(before: readonly Mention[] = NOBODY) {
  const { course } = useWatch()
  const cache = useQueryClient()
  const chosen = useRef<Mention[]>([])
  /**
   * The people whom the author has chosen come first, then those whom the comment mentions already. A draft keeps only the text,
   * so the teacher and everybody in the loaded comments follow. Of several people of one name the first counts.
   */
  function people(): Mention[] {
    const all = [...chosen.current, ...before, course.teacher, ...authorsOf(cache, course._id)]
    return [...new Map(all.toReversed().map((person) => [person.username, person])).values()]
  }
  return { people, choose: (person: Mention) => void chosen.current.push(person) }
}

interface MentioningProps {
  form: RefObject<HTMLFormElement | null>
  onChoose: (person: Mention) => void
}

/** Offers people while a name after an @ is typed into the field of a composer. The list is downloaded with the first @. */
export function Mentioning({ form, onChoose }: MentioningProps) {
  const [hasAt, setHasAt] = useState(false)
  useEffect(() => {
    const field = form.current?.querySelector('textarea')
    const listener = () => {
      if (field?.value.includes('@')) setHasAt(true)
    }
    field?.addEventListener('input', listener)
    return () => field?.removeEventListener('input', listener)
  }, [form])
  if (!hasAt) return null
  return (
    <Suspense>
      <MentionList form={form} onChoose={onChoose} />
    </Suspense>
  )
}
