import { type Conflict, settleConflict } from '#web/core/drafts/conflicts.ts'
import type { DraftState } from '#web/core/drafts/use-draft.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './saved-meanwhile.module.css'

export interface SavedMeanwhileProps {
  draft: Pick<DraftState, 'typed' | 'restored' | 'base' | 'rebase'>
  conflicts: readonly Conflict[]
  /** What a field is called. */
  labelOf: (name: string) => string
  /** What to show of both versions, for a field that is no text. */
  describe?: ((mine: string, theirs: string, name: string) => { mine: string; theirs: string }) | undefined
}

const asTexts = (mine: string, theirs: string) => ({ mine, theirs })

/** Both texts of each field that somebody else has saved meanwhile. Nothing is saved before the user has chosen. */
export function SavedMeanwhile({ draft, conflicts, labelOf, describe = asTexts }: SavedMeanwhileProps) {
  if (conflicts.length === 0) return null
  return (
    <section className={styles.box} aria-label="Saved meanwhile">
      <p role="alert">
        <b>Saved meanwhile.</b> Somebody else has saved this since you began. Choose the text to keep.
      </p>
      {conflicts.map((conflict) => {
        const { mine, theirs } = describe(conflict.mine, conflict.theirs, conflict.name)
        return (
          <div key={conflict.name} className={styles.field}>
            <Version
              label={`${labelOf(conflict.name)}: yours`}
              text={mine}
              action="Keep mine"
              onChoose={() => settleConflict(draft, conflict, 'mine')}
            />
            <Version
              label={`${labelOf(conflict.name)}: theirs`}
              text={theirs}
              action="Take theirs"
              onChoose={() => settleConflict(draft, conflict, 'theirs')}
            />
          </div>
        )
      })}
    </section>
  )
}

interface VersionProps {
  label: string
  text: string
  action: string
  onChoose: () => void
}

function Version({ label, text, action, onChoose }: VersionProps) {
  return (
    <fieldset className={styles.version} aria-label={label}>
      <legend>{label}</legend>
      <p dir="auto">{text === '' ? '–' : text}</p>
      <Button size="sm" onClick={onChoose}>
        {action}
      </Button>
    </fieldset>
  )
}
