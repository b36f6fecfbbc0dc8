import type { Playlist } from '#contract/catalog/playlists.ts'
import type { Order } from './order.ts'
import { useFolded } from './use-folded.ts'
import { useOutlineFilter } from './use-outline-filter.ts'

/** Which videos of a playlist the outline shows. A filter opens folded sections. */
export function useShown(playlist: Playlist, { loose, sections }: Order) {
  const filter = useOutlineFilter(playlist.courses)
  const { folded, foldOnly, toggle, unfold } = useFolded(playlist._id)
  const isShown = (id: string) => filter.found?.has(id) ?? true
  const isOpen = (key: string) => filter.isOn || !folded.has(key)
  const isAllFolded = sections.every(({ key }) => folded.has(key))
  const open = sections.filter(({ key }) => isOpen(key))
  return {
    filter,
    folding: {
      toggle,
      unfold,
      isAllFolded,
      toggleAll: () => foldOnly(isAllFolded ? [] : sections.map(({ key }) => key)),
    },
    isShown,
    isOpen,
    /** In their order. */
    ids: [...loose, ...open.flatMap(({ courses }) => courses)].filter(isShown),
  }
}

export type Shown = ReturnType<typeof useShown>
