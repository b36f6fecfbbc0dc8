import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Captions, Cue } from '#contract/captions/captions.ts'
import { readVtt, writeVtt } from '#contract/captions/captions-file.ts'
import { formatTime } from '#contract/format.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { notify } from '#web/core/toasts.ts'
import { Note } from '#web/ui/feedback/note.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import input from '#web/ui/form/input.module.css'
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './cue-editor.module.css'
import { useSaveCaptions } from './editing.queries.ts'
import { useCurrentCue } from './paragraphs.ts'

interface CueEditorProps {
  courseId: string
  captions: Captions
  vtt: string
  /** The second that the video is at. */
  position: () => number
  onSeek: (seconds: number) => void
  /** Where Cancel leads. */
  back: string
  onSaved: () => void
}

/** The texts of captions, to correct while the video plays beside them. The times stay. */
export function CueEditor({ courseId, captions, vtt, position, onSeek, back, onSaved }: CueEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  const cues = useMemo(() => readVtt(vtt), [vtt])
  const typedTexts = () => new FormData(form.current ?? undefined).getAll('text').map(String)
  const { draft, keys, conflicts, store } = useCueDraft({ courseId, captions, cues, typedTexts })
  const save = useSaveCaptions(courseId)
  const error = fieldErrors(save.error)?.file
  const unchecked = captions.origin === 'auto'
  useCurrentRow(form, { cues, position })

  function submit(): void {
    if (conflicts.length > 0) return
    const texts = typedTexts()
    const file = new Blob([writeVtt(changeTexts(cues, texts))], { type: 'text/vtt' })
    save.mutate(
      {
        language: captions.language,
        label: captions.label,
        file,
        edited: 'true',
        updatedAt: captions.updatedAt,
      },
      {
        onSaved: draft.remove,
        onSuccess: ({ message, warning }) => {
          notify.success(message)
          if (warning !== undefined) notify.info(warning)
          onSaved()
        },
      },
    )
  }

  return (
    <form
      key={draft.version}
      ref={form}
      className={styles.editor}
      aria-label={`Captions: ${captions.label}`}
      onChange={store}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {unchecked && (
        <Note title="Not checked yet">
          A program wrote these captions. Read them along with the video and correct them; saving marks them
          as checked.
        </Note>
      )}
      <SavedMeanwhile
        draft={draft}
        conflicts={conflicts}
        labelOf={(key) => `Text at ${formatTime(Number(key.split(' ')[0]))}`}
      />
      <ol className={styles.cues}>
        {cues.map((cue, index) => (
          <CueRow
            key={keys[index]}
            cue={cue}
            text={draft.restored?.fields[keys[index] ?? ''] ?? cue.text}
            onSeek={onSeek}
          />
        ))}
      </ol>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          <Icon name="alert-circle" size="sm" />
          {error}
        </p>
      )}
      <div className={styles.foot}>
        <Button type="submit" variant="primary" busy={save.isPending && 'Saving...'}>
          {unchecked ? 'Save as checked' : 'Save'}
        </Button>
        <LinkButton variant="ghost" to={back}>
          Cancel
        </LinkButton>
        <span className={styles.help}>A cue without a text is deleted.</span>
        <DraftLine draft={draft} />
      </div>
    </form>
  )
}

interface CueDraftOptions {
  courseId: string
  captions: Captions
  cues: readonly Cue[]
  typedTexts: () => string[]
}

/** Keeps the texts that differ from the stored ones. */
function useCueDraft({ courseId, captions, cues, typedTexts }: CueDraftOptions) {
  const { language, updatedAt } = captions
  const keys = useMemo(() => keysOf(cues), [cues])
  const stored = Object.fromEntries(cues.map(({ text }, index) => [keys[index] ?? '', text]))
  const draft = useDraft('captions', `${courseId} ${language}`, { base: { updatedAt, fields: stored } })
  function store(): void {
    const texts = typedTexts()
    const changed = cues.flatMap((cue, index) => {
      const text = (texts[index] ?? '').replaceAll('\r\n', '\n')
      return text === cue.text ? [] : [[keys[index] ?? '', text] as const]
    })
    const former = changed.map(([key]) => [key, draft.base?.fields[key] ?? stored[key] ?? ''])
    const base = { updatedAt, fields: Object.fromEntries(former) }
    if (changed.length === 0) draft.remove()
    else draft.write(Object.fromEntries(changed), { base })
  }
  return { draft, keys, conflicts: conflictsOf(draft, stored), store }
}

/** Names the cues in the draft: by start and end, because another cue may be deleted meanwhile. */
function keysOf(cues: readonly Cue[]): string[] {
  const seen = new Map<string, number>()
  return cues.map(({ start, end }) => {
    const times = `${start} ${end}`
    const count = (seen.get(times) ?? 0) + 1
    seen.set(times, count)
    return `${times} ${count}`
  })
}

const ROW_LINES = 2

interface CueRowProps {
  cue: Cue
  text: string
  onSeek: (at: number) => void
}

function CueRow({ cue: { start, end }, text, onSeek }: CueRowProps) {
  const time = formatTime(start)
  return (
    <li className={styles.row}>
      <button type="button" aria-label={`Play from ${time}`} onClick={() => onSeek(start)}>
        <Icon name="play" size="sm" />
        {time}
      </button>
      <textarea
        name="text"
        className={input.input}
        aria-label={`Text from ${time} to ${formatTime(end)}`}
        rows={Math.max(ROW_LINES, text.split('\n').length)}
        dir="auto"
        defaultValue={text}
      />
    </li>
  )
}

interface RowOptions {
  cues: readonly Cue[]
  position: () => number
}

/** Marks the row of the current cue and keeps it in sight, but not while the user types. */
function useCurrentRow(form: RefObject<HTMLElement | null>, { cues, position }: RowOptions): void {
  const current = useCurrentCue(cues, position)
  const show = useEffectEvent(() => {
    const rows = form.current?.querySelectorAll<HTMLElement>('ol > li') ?? []
    for (const row of form.current?.querySelectorAll('[data-now]') ?? []) row.removeAttribute('data-now')
    const row = rows[current]
    row?.setAttribute('data-now', '')
    const list = row?.parentElement
    if (!(row && list) || list.contains(document.activeElement)) return
    const middle = row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2
    list.scrollTop += middle
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the cue changes
  useEffect(() => show(), [current])
}

/** The cues with the texts that were typed. A cue without a text is left out; a text that was not touched stays as it is. */
export function changeTexts(cues: readonly Cue[], texts: readonly string[]): Cue[] {
  return cues.flatMap((cue, index) => {
    const typed = (texts[index] ?? '').replaceAll('\r\n', '\n')
    const text = typed === cue.text ? typed : withoutEmptyLines(typed)
    return text === '' ? [] : [{ ...cue, text }]
  })
}

const withoutEmptyLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
