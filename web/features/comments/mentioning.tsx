import { type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { mentionedIn } from '#contract/comments/mention-parts.ts'
import type { Mention } from '#contract/comments/mentions.ts'
import type { FormDraft } from '#web/core/drafts/use-form-draft.ts'
import { lazyPart } from '#web/core/lazy-part.ts'

const MentionList = lazyPart(async () => (await import('./mention-list.tsx')).MentionList)

const ID_LENGTH = 24

/** People as the text of a hidden field, one a line, so that a draft keeps them. */
const textOf = (people: readonly Mention[]) =>
  people.map(({ _id, username }) => `${_id}${username}`).join('\n')

const peopleIn = (text: string): Mention[] =>
  text
    .split('\n')
    .filter((line) => line.length > ID_LENGTH)
    .map((line) => ({ _id: line.slice(0, ID_LENGTH), username: line.slice(ID_LENGTH) }))

const NOBODY: readonly Mention[] = []

/** The people whom the author of a comment has chosen, besides those that it mentions already. */
export function useMentioned(draft: FormDraft, before: readonly Mention[] = NOBODY) {
  const chosen = useRef(peopleIn(draft.text('mentions', '')))
  return { chosen, people: () => [...before, ...chosen.current] }
}

interface MentioningProps {
  form: RefObject<HTMLFormElement | null>
  mentioned: ReturnType<typeof useMentioned>
}

/** Offers people while a name after an @ is typed into the field of a composer. The list is downloaded with the first @. */
export function Mentioning({ form, mentioned: { chosen } }: MentioningProps) {
  const stored = useRef<HTMLInputElement>(null)
  const [hasAt, setHasAt] = useState(false)
  const [first] = useState(() => textOf(chosen.current))
  const typed = useEffectEvent((text: string) => {
    if (stored.current) stored.current.value = textOf(mentionedIn(text, chosen.current))
    if (text.includes('@')) setHasAt(true)
  })
  useEffect(() => {
    const field = form.current?.querySelector('textarea')
    const listener = () => typed(field?.value ?? '')
    field?.addEventListener('input', listener)
    return () => field?.removeEventListener('input', listener)
  }, [form])
  return (
    <>
      <input ref={stored} type="hidden" name="mentions" defaultValue={first} />
      {hasAt && (
        <Suspense>
          <MentionList form={form} onChoose={(person) => chosen.current.push(person)} />
        </Suspense>
      )}
    </>
  )
}
