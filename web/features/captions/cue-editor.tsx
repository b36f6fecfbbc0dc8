import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Captions, Cue } from '#contract/captions/captions.ts'
import { readVtt, writeVtt } from '#contract/captions/captions-file.ts'
import { formatTime } from '#contract/format.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { notify } from '#web/core/toasts.ts'
import { Note } from '#web/ui/feedback/note.tsx'
import input from '#web/ui/form/input.module.css'
import { LeavePrompt } from '#web/ui/form/leave-prompt.tsx'
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
  const [isDirty, setDirty] = useState(false)
  const isSaved = useRef(false)
  const save = useSaveCaptions(courseId)
  const error = fieldErrors(save.error)?.file
  const unchecked = captions.origin === 'auto'
  useCurrentRow(form, { cues, position })

  function submit(): void {
    const texts = new FormData(form.current ?? undefined).getAll('text').map(String)
    const file = new Blob([writeVtt(changeTexts(cues, texts))], { type: 'text/vtt' })
    save.mutate(
      { language: captions.language, label: captions.label, file, edited: 'true' },
      {
        onSuccess: ({ message, warning }) => {
          isSaved.current = true
          notify.success(message)
          if (warning !== undefined) notify.info(warning)
          onSaved()
        },
      },
    )
  }

  return (
    <form
      ref={form}
      className={styles.editor}
      aria-label={`Captions: ${captions.label}`}
      onInput={() => setDirty(true)}
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
      <ol className={styles.cues}>
        {cues.map((cue, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cues never change their order
          <CueRow key={index} cue={cue} onSeek={onSeek} />
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
      </div>
      {isDirty && (
        <LeavePrompt mayLeave={() => isSaved.current} text="What you changed in the captions will be lost." />
      )}
    </form>
  )
}

const ROW_LINES = 2

function CueRow({ cue: { start, end, text }, onSeek }: { cue: Cue; onSeek: (at: number) => void }) {
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
