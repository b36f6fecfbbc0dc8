import { useRef, useState } from 'react'
import type { Playlist, PlaylistCourse } from '#contract/catalog/playlists.ts'
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
  playlist: Playlist
  chosen: ReadonlySet<string>
  order: Order
  onMove: (section: string | undefined) => void
  onClear: () => void
}

/** What can be done with the chosen videos at once. */
export function SelectionBar({ playlist, chosen, ...rest }: SelectionBarProps) {
  const courses = playlist.courses.filter(({ _id }) => chosen.has(_id))
  return courses.length > 0 && <Bar playlistId={playlist._id} courses={courses} {...rest} />
}

type BarProps = Omit<SelectionBarProps, 'playlist' | 'chosen'> & {
  playlistId: string
  courses: readonly PlaylistCourse[]
}

function Bar({ playlistId, courses, order, onMove, onClear }: BarProps) {
  const [asked, setAsked] = useState<'move' | 'delete'>()
  const bar = useRef<HTMLElement>(null)
  const batch = useBatch(playlistId)
  const drafts = courses.filter((course) => hasDraft(courseItem(course)))
  const what = countOf(courses.length, 'video')
  const close = () => setAsked(undefined)

  /** The bar disappears with its focus. */
  function leave(): void {
    bar.current?.closest('main')?.focus({ preventScroll: true })
    onClear()
  }
  function run(action: 'submit' | 'delete', some: readonly PlaylistCourse[]): void {
    const ids = some.map(({ _id }) => _id)
    batch.mutate({ action, ids }, { onSuccess: leave, onSettled: close })
  }

  return (
    <section ref={bar} className={styles.bar} data-foot-bar aria-label="Chosen videos">
      <p role="status">{courses.length} chosen</p>
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
          {drafts.length < courses.length ? `Submit ${countOf(drafts.length, 'draft')}` : 'Submit'}
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
        <SectionDialog title={what} order={order} current={null} onClose={close} onChoose={moveTo} />
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Move ${what} to the trash?`}
          text="You can restore them for 30 days."
          cancel="Cancel"
          action="Move to trash"
          busy={batch.isPending && 'Moving...'}
          onClose={close}
          onConfirm={() => run('delete', courses)}
        />
      )}
    </section>
  )

  function moveTo(section: string | undefined): void {
    close()
    onMove(section)
  }
}
