import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { WATCH_PANELS, type WatchPanel } from '#contract/video/watch-panels.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import type { WriteRequest } from '#web/ui/form/written.ts'

const TABS = ['about', 'transcript', 'notes', 'comments'] as const
export type WatchTab = (typeof TABS)[number]

/** Everything that an address can name with `?tab=`. */
export type WatchPart = WatchTab | WatchPanel

const isTab = (name: string | null): name is WatchTab => TABS.some((each) => each === name)
const isPanel = (name: string | null): name is WatchPanel => WATCH_PANELS.some((each) => each === name)

/** What the user wants to write about: a quote, or the bookmark with this id. */
type WriteAbout = Pick<WriteRequest, 'quote'> & { noteId?: string }

interface WatchPartsOptions {
  courseId: string
  columns: 1 | 2 | undefined
  /** The panel that the user opened last. */
  panel: WatchPanel
  onPanel: (panel: WatchPanel) => void
}

/**
 * The open tab of one column and the open panel of two, and the part whose field the user asked for with a key. The address
 * wins; without it, comments belong to the page and are the first tab.
 */
export function useWatchParts({ courseId, columns, panel: last, onPanel }: WatchPartsOptions) {
  const { player } = useWatch()
  const [search, setSearch] = useSearchParams()
  const [writing, setWriting] = useState<WriteRequest & WriteAbout & { part: WatchPart }>()
  const named = search.get('tab')
  const words = useSearchedWords(courseId, search.get('q'))
  const found = words === undefined ? undefined : 'transcript'
  const tab: WatchTab = isTab(named) ? named : (found ?? 'comments')
  const panel: WatchPanel = isPanel(named) ? named : (found ?? last)

  useEffect(() => {
    if (columns === 2 && (named === 'about' || named === 'comments'))
      document.getElementById(named)?.scrollIntoView()
  }, [columns, named])

  function open(name: WatchPart): void {
    setSearch(
      (params) => {
        params.set('tab', name)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
    if (columns === 2 && isPanel(name)) onPanel(name)
  }

  /** Opens a part and gives its field the focus. Beside two columns the comments are always there. */
  function write(name: WatchTab, about: WriteAbout = {}): void {
    setWriting({ part: name, at: Math.floor(player.position()), ...about })
    const isOpen = columns === 2 ? name === 'comments' || name === panel : name === tab
    if (!isOpen) open(name)
  }

  /** What the user asked for in the part. */
  const requestOf = (part: WatchPart) => ({
    request: writing?.part === part ? writing : undefined,
    onRequestTaken: () => setWriting(undefined),
  })

  return { tab, panel, words, open, write, requestOf }
}

export type WatchParts = ReturnType<typeof useWatchParts>

/** The words of the search that led here (`?q=`), also after the address has lost them. */
function useSearchedWords(courseId: string, q: string | null): string | undefined {
  const [searched, setSearched] = useState({ courseId, words: q })
  if (searched.courseId !== courseId || (q !== null && q !== searched.words))
    setSearched({ courseId, words: q })
  return searched.words ?? undefined
}
