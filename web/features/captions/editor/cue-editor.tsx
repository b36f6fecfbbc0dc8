import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Captions } from '#contract/captions/captions.ts'
import { writeVtt } from '#contract/captions/captions-file.ts'
import { countOf } from '#contract/format.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import type { DraftState } from '#web/core/drafts/use-draft.ts'
import { notify } from '#web/core/toasts.ts'
import { useSaveCaptions } from '#web/features/captions/editing.queries.ts'
import type { PlayerControl } from '#web/features/video/player/use-playback.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Note } from '#web/ui/feedback/note.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { faultOf } from './cue-checks.ts'
import { useCueCommands } from './cue-commands.ts'
import { describeDifference } from './cue-draft.ts'
import styles from './cue-editor.module.css'
import { isUndo } from './cue-keys.ts'
import { CueList } from './cue-list.tsx'
import { cuesToSave, readTimes, selectCue } from './editing.ts'
import { KeyList } from './key-list.tsx'
import { AddCue, ShiftAll } from './player-tools.tsx'
import type { CueEditing } from './use-cue-editing.ts'

interface CueEditorProps {
  course: { _id: string; videoTitle: string }
  captions: Captions
  cueEditing: CueEditing
  player: ReactNode
  control: RefObject<PlayerControl | null>
  onSaved: () => void
}

/** The times and texts of captions, beside the player. */
export function CueEditor({ course, captions, cueEditing, player, control, onSaved }: CueEditorProps) {
  const { editing, conflicts } = cueEditing
  const commands = useCueCommands(cueEditing, control)
  const { table, run } = commands
  const draft = focusAfterwards(cueEditing.draft, commands.focusCurrent)
  const save = useSave(course._id, { captions, cueEditing, table, onSaved })
  const position = () => control.current?.position() ?? 0
  const faults = useMemo(() => editing.cues.filter((cue) => faultOf(cue, 0)).length, [editing.cues])
  const isUnchecked = captions.origin === 'auto'

  function press(event: KeyboardEvent): void {
    if (!isUndo(event.nativeEvent) || isTypedIn(event.target)) return
    event.preventDefault()
    run('undo')
  }

  return (
    <form
      aria-label={`${captions.label} captions`}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        save.submit()
      }}
    >
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{captions.label} captions</h1>
          <div className={styles.facts}>
            <bdi>{course.videoTitle}</bdi>
            <span>{countOf(editing.cues.length, 'cue')}</span>
            {faults > 0 && <Badge tone="pending">{`${countOf(faults, 'cue')} to repair`}</Badge>}
            <DraftLine draft={draft} />
          </div>
        </div>
        <div className={styles.actions}>
          <Button
            aria-keyshortcuts="Control+Z"
            aria-disabled={editing.past.length === 0 || undefined}
            onClick={() => run('undo')}
          >
            <Icon name="undo" />
            Undo
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending && 'Saving...'}>
            {isUnchecked ? 'Save as checked' : 'Save'}
          </Button>
        </div>
      </header>
      {save.error !== undefined && (
        <p className={styles.error} role="alert">
          <Icon name="alert-circle" size="sm" />
          {save.error}
        </p>
      )}
      <div ref={save.conflict} className={styles.conflict}>
        <SavedMeanwhile
          draft={draft}
          conflicts={conflicts}
          labelOf={() => 'Cues'}
          describe={(mine, theirs) => ({
            mine: describeDifference(mine, theirs, 'theirs'),
            theirs: describeDifference(theirs, mine, 'yours'),
          })}
        />
      </div>
      <div className={styles.columns}>
        <div className={styles.side}>
          {isUnchecked && (
            <Note title="Not checked yet">
              A program wrote these captions. Read them along with the video and correct them; saving marks
              them as checked.
            </Note>
          )}
          {player}
          <div className={styles.tools}>
            <AddCue position={position} run={run} button={commands.add} />
            <ShiftAll {...cueEditing} />
          </div>
          <KeyList />
        </div>
        <section className={styles.list} aria-labelledby="cues">
          <div className={styles.listHead}>
            <h2 id="cues">Cues</h2>
            <p className={styles.said} role="status">
              {editing.said}
            </p>
          </div>
          {editing.cues.length === 0 ? (
            <p className={styles.empty}>
              There are no cues. Play the video and add one where somebody speaks.
            </p>
          ) : (
            <CueList {...{ cueEditing, table, run, position }} language={captions.language} />
          )}
        </section>
      </div>
    </form>
  )
}

const isTypedIn = (target: EventTarget) =>
  target instanceof Element && target.matches('input[type=text], textarea')

/** The draft, with the focus on the current row once its cues were exchanged: the pressed button is gone by then. */
function focusAfterwards(draft: DraftState, focus: () => void): DraftState {
  const andFocus =
    <Input extends unknown[]>(exchange: (...input: Input) => void) =>
    (...input: Input) => {
      flushSync(() => exchange(...input))
      focus()
    }
  return {
    ...draft,
    discard: andFocus(draft.discard),
    showOther: andFocus(draft.showOther),
    rebase: andFocus(draft.rebase),
  }
}

interface SaveOptions extends Pick<CueEditorProps, 'captions' | 'cueEditing' | 'onSaved'> {
  table: RefObject<HTMLElement | null>
}

/**
 * Sends the cues once the user has chosen between both versions and no cue has a fault; until then what is missing gets the
 * focus.
 */
function useSave(courseId: string, { captions, cueEditing, table, onSaved }: SaveOptions) {
  const conflict = useRef<HTMLDivElement>(null)
  const save = useSaveCaptions(courseId)
  const { draft, conflicts, stored, edit } = cueEditing

  function submit(): void {
    if (conflicts.length > 0) {
      conflict.current?.querySelector('button')?.focus()
      return
    }
    const editing = readTimes(cueEditing.editing)
    const faulty = editing.cues.findIndex((cue, index) => faultOf(cue, index + 1))
    if (faulty < 0) {
      send(writeVtt(cuesToSave(editing, stored)))
      return
    }
    flushSync(() => edit(selectCue(editing, faulty)))
    table.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  function send(vtt: string): void {
    const { language, label, updatedAt } = captions
    save.mutate(
      { language, label, file: new Blob([vtt], { type: 'text/vtt' }), edited: 'true', updatedAt },
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
  return { submit, conflict, isPending: save.isPending, error: fieldErrors(save.error)?.file }
}
