import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons, RowSkeletons } from '#web/ui/feedback/skeleton.tsx'

export function FiguresLoading() {
  return (
    <Loading what="figures" title="Analytics">
      <LineSkeletons count={3} />
      <RowSkeletons count={5} />
    </Loading>
  )
}

export function FiguresFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <LoadFailed drawing="playlists" level={1} title="The figures could not be loaded." onRetry={onRetry} />
  )
}

export function NobodyWatched() {
  return (
    <EmptyState
      drawing="video"
      title="Nobody has watched this yet."
      help="Figures appear a minute after the first learner."
    />
  )
}
