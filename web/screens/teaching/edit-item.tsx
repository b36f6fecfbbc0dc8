import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { isNotFound } from '#web/core/api-error.ts'
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import type { Item } from '#web/features/catalog/versions/submission-state.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import subtabs from '#web/ui/navigation/subtabs.module.css'
import styles from './build.module.css'
import { PreviewLink } from './preview-link.tsx'

interface EditScreenProps<Saved> {
  kind: Item['kind']
  /** The address of the table of its kind. */
  table: string
  query: Pick<
    UseQueryResult<Saved, unknown>,
    'data' | 'error' | 'refetch' | 'isPending' | 'isFetchedAfterMount'
  >
  /** The item if it is the user's own, and how they last wrote it. */
  own: Saved | undefined
  written: Saved | undefined
  children: (written: Saved) => ReactNode
}

const WORDS = {
  playlist: {
    table: 'Playlist table',
    drawing: 'playlists',
    missing: 'No playlists found.',
    help: 'You can edit your own playlists only.',
  },
  course: {
    table: 'Courses table',
    drawing: 'video',
    missing: 'Video not available.',
    help: 'You can edit your own videos only.',
  },
} as const

/** The edit screen of a playlist or course: the current version of the server, while it loads and when there is none. */
export function EditScreen<Saved>({ kind, table, query, own, written, children }: EditScreenProps<Saved>) {
  const { data, error, refetch, isPending, isFetchedAfterMount } = query
  const waiting = isPending || !isFetchedAfterMount || (own !== undefined && written === undefined)
  const failed = !(waiting || data || isNotFound(error))
  const words = WORDS[kind]
  return (
    <>
      <ScreenTitle screen={`Edit ${kind}`} unlisted />
      <Crumb to={table}>{words.table}</Crumb>
      {waiting && (
        <Loading what={kind}>
          <LineSkeletons count={6} />
        </Loading>
      )}
      {!waiting && written && children(written)}
      {failed &&
        (kind === 'playlist' ? (
          <LoadFailed drawing="playlists" error={error} onRetry={refetch} />
        ) : (
          <LoadFailed drawing="video" title={words.missing} onRetry={refetch} />
        ))}
      {!(waiting || own || failed) && (
        <EmptyState drawing={words.drawing} title={words.missing} help={words.help} />
      )}
    </>
  )
}

interface EditHeadProps {
  item: Item
  /** The addresses of the edit screen and of the item. */
  address: string
  preview: string
}

/** The views of the edit screen, the state of the item and its preview. */
export function EditHead({ item, address, preview }: EditHeadProps) {
  return (
    <div className={styles.editHead}>
      <EditViews label={`This ${item.kind}`} address={address} />
      <StateChip item={item} />
      <PreviewLink to={preview} />
    </div>
  )
}

const VIEWS = [
  { name: 'details', label: 'Details' },
  { name: 'history', label: 'History' },
] as const

/** The form, and what has happened to the item. */
function EditViews({ label, address }: { label: string; address: string }) {
  const isHistory = useIsHistory()
  return (
    <nav className={subtabs.bar} aria-label={label}>
      {VIEWS.map(({ name, label: word }) => (
        <Link
          key={name}
          to={name === 'details' ? address : `${address}?view=${name}`}
          aria-current={(name === 'history') === isHistory ? 'page' : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}

export function useIsHistory(): boolean {
  const [search] = useSearchParams()
  return search.get('view') === 'history'
}

/** Focuses the field that `?field=` names, as soon as the form is there and at every press of such a link. */
export function useFocusField(isReady: boolean): void {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const name = search.get('field')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    if (!isReady || name === null) return
    // After the new screen has taken the focus.
    const frame = requestAnimationFrame(() => {
      const named = document.getElementsByName(name)[0]
      // The field of an uploaded video is hidden, and its buttons change it. One waits for what the server says about files.
      const isHidden = named instanceof HTMLInputElement && named.type === 'hidden'
      const field = isHidden ? named.parentElement?.querySelector<HTMLElement>('button:enabled') : named
      field?.focus()
      field?.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady, name, key])
}
