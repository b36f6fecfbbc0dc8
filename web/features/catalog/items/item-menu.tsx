import { useNavigate } from 'react-router'
import { copyLink } from '#web/core/copy-link.ts'
import { useDuplicate } from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import type { Item } from '#web/features/catalog/versions/submission-state.ts'
import type { MenuItem } from '#web/ui/overlay/menu.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'

interface ItemMenuProps {
  item: Pick<Item, 'kind' | '_id' | 'title' | 'status'>
  /** The path of its page. */
  viewAddress: string
  /** The address that others can open, if there is one. */
  shareAddress: string | undefined
}

/** Shares something that is public, and copies a playlist. There is no menu where nothing of this is possible. */
export function ItemMenu({ item: { kind, _id, title, status }, ...addresses }: ItemMenuProps) {
  const { viewAddress, shareAddress } = addresses
  const navigate = useNavigate()
  const duplicate = useDuplicate()
  const items: MenuItem[] = [
    ...(status === 'approved' && shareAddress ? sharing(title, shareAddress) : []),
    ...(status === 'approved' ? [{ label: 'View page', run: () => void navigate(viewAddress) }] : []),
    ...(kind === 'playlist'
      ? [{ label: 'Duplicate', run: () => duplicate.mutate(_id, { onSuccess: open }) }]
      : []),
  ]

  function open({ data }: { data: { _id: string } }): void {
    void navigate(`/teacher-dashboard/build/${data._id}`)
  }

  return items.length === 0 ? null : <MoreMenu name={title} items={items} />
}

function sharing(title: string, address: string): MenuItem[] {
  const url = new URL(address, location.origin).href
  return [
    { label: 'Copy link', run: () => void copyLink(url) },
    ...('share' in navigator ? [{ label: 'Share…', run: () => void share({ title, url }) }] : []),
  ]
}

/** Opens the sharing of the system. The user may close it again. */
function share(what: ShareData): Promise<void> {
  return navigator.share(what).catch(() => undefined)
}
