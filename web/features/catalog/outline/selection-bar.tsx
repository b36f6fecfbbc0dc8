import { useRef, useState } from 'react'
import type { PlaylistCourse } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import { courseItem, hasDraft } from '#web/features/catalog/versions/submission-state.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Confirm } from '#web/ui/overlay/confirm.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { useBatch } from './batch.queries.ts'
import type { Order } from './order.ts'
import { SectionDialog } from './section-head.tsx'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  playlistId: string
  chosen: readonly PlaylistCourse[]
  order: Order
  onMove: (section: string | undefined) => void
  onClear: () => void
}

/** What can be done with the chosen videos at once. */
export function SelectionBar({ playlistId, chosen, order, onMove, onClear }: SelectionBarProps) {
  const [asked, setAsked] = useState<'move' | 'delete'>()
  const bar = useRef<HTMLElement>(null)
  const batch = useBatch(playlistId)
  const drafts = chosen.filter((course) => hasDraft(courseItem(course)))
  const what = countOf(chosen.length, 'video')

  /** The bar disappears with its focus. */
  function leave(): void {
    bar.current?.closest('main')?.focus({ preventScroll: true })
    onClear()
  }
  function run(action: 'submit' | 'delete', courses: readonly PlaylistCourse[]): void {
    batch.mutate(
      { action, ids: courses.map(({ _id }) => _id) },
      { onSuccess: leave, onSettled: () => setAsked(undefined) },
    )
  }

  return (
    <section ref={bar} className={styles.bar} aria-label="Chosen videos">
      <p role="status">{chosen.length} chosen</p>
      {order.sections.length > 0 && (
        <Button variant="panel" size="sm" onClick={() => setAsked('move')}>
          <Icon name="corner-down-right" />
          Move to section…
        </Button>
      )}
      {drafts.length > 0 && (
        <Button
          variant="panel"
          size="sm"
          busy={batch.isPending && asked === undefined && 'Submitting...'}
          onClick={() => run('submit', drafts)}
        >
          <Icon name="check" />
          Submit{drafts.length < chosen.length && ` ${countOf(drafts.length, 'draft')}`}
        </Button>
      )}
      <Button variant="panel" size="sm" onClick={() => setAsked('delete')}>
        <Icon name="trash" />
        Delete
      </Button>
      <Button variant="panel" size="sm" onClick={leave}>
        Choose none
      </Button>
      {asked === 'move' && (
        <SectionDialog
          title={what}
          order={order}
          current={null}
          onClose={() => setAsked(undefined)}
          onChoose={(section) => {
            setAsked(undefined)
            onMove(section)
          }}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete ${what}?`}
          text="Their likes and comments go with them. This cannot be undone."
          cancel="Cancel"
          action={`Delete ${what}`}
          busy={batch.isPending && 'Deleting...'}
          onClose={() => setAsked(undefined)}
          onConfirm={() => run('delete', chosen)}
        />
      )}
    </section>
  )
}
