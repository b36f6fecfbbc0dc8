import { Suspense, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lazyPart } from '#web/core/lazy-part.ts'
import { positionIn, type RailProgress } from '#web/features/catalog/courses/course-rail.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './one-column.module.css'
import { NeighbourLinks } from './watch-neighbours.tsx'
import type { PanelProps } from './watch-panels.tsx'
import { WatchTabs } from './watch-tabs.tsx'

const PlaylistSheet = lazyPart(async () => (await import('./playlist-sheet.tsx')).PlaylistSheet)

interface OneColumnProps extends PanelProps {
  progress: RailProgress | undefined
}

/** What stands below the title where there is one column. */
export function OneColumn({ progress, ...panel }: OneColumnProps) {
  return (
    <>
      <PlaylistRow progress={progress} />
      <div className={styles.tabs}>
        <WatchTabs {...panel} />
      </div>
      <div className={styles.neighbours}>
        <NeighbourLinks large />
      </div>
    </>
  )
}

/** The position in the playlist; a press opens the playlist as a sheet. */
function PlaylistRow({ progress }: Pick<OneColumnProps, 'progress'>) {
  const { course, playlist } = useWatch()
  const sheet = useSheet()
  if (!playlist) return null
  return (
    <>
      <button
        type="button"
        className={styles.row}
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        onClick={sheet.open}
      >
        <Icon name="stack" />
        <span>
          <b>Playlist · {positionIn(playlist, course._id)}</b>
          {progress && <small>{progress.summary}</small>}
        </span>
        <Icon name="chevron-up" />
      </button>
      {sheet.isOpen && (
        <Suspense>
          <PlaylistSheet progress={progress} onClose={sheet.close} />
        </Suspense>
      )}
    </>
  )
}

const OPEN = { sheet: 'playlist' }

/** The open sheet is a step of the browser's history, so that Back closes it. */
function useSheet() {
  const { state, search, hash }: { state: unknown; search: string; hash: string } = useLocation()
  const navigate = useNavigate()
  const isOpen = typeof state === 'object' && state !== null && 'sheet' in state
  const isClosing = useRef(false)
  function open(): void {
    isClosing.current = false
    void navigate({ search, hash }, { state: OPEN, preventScrollReset: true })
  }
  function close(): void {
    // A second press, before the browser is back, would leave the page.
    if (!isClosing.current) void navigate(-1)
    isClosing.current = true
  }
  return { isOpen, open, close }
}
