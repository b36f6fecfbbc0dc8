import { useQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { submittedOf } from './desk.queries.ts'

interface NextPendingProps {
  kind: 'playlist' | 'course'
  /** The playlist or course on the screen. */
  current: string
  linkState: unknown
}

/** Opens the next pending playlist or course, oldest first; hidden when there is none. */
export function NextPending({ kind, current, linkState }: NextPendingProps) {
  const page = useQuery(submittedOf(useCall(), kind)).data
  if (page === undefined) return null
  const at = page.items.findIndex(({ subject }) => subject._id === current)
  const next = page.items[at + 1] ?? page.items[0]
  const others = page.total - (at < 0 ? 0 : 1)
  if (next === undefined || next.subject._id === current) return null
  const { _id, playlist } = next.subject
  const to = kind === 'playlist' ? `/admin/playlist-view/${_id}` : `/admin/course-view/${playlist._id}/${_id}`
  return (
    <LinkButton to={to} state={linkState} size="lg" block>
      Next pending ({others})
      <Icon name="arrow-right" />
    </LinkButton>
  )
}
