import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/format.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { siteFiguresOf, userFiguresOf } from '#web/features/insight/figures.queries.ts'
import { PLACEHOLDER_COUNTS, PLACEHOLDER_STATISTICS } from './placeholder-figures.ts'

/** Keeps the height of a figure until it is known. */
const UNKNOWN = '\u00a0'

export const shown = (count: number | undefined) => (count === undefined ? UNKNOWN : formatCount(count))

/** The statistics of the site: fixed figures, or the true ones. */
export function useStatistics(): { label: string; value: string }[] {
  const isReal = useSite().figures === 'real'
  const { data } = useQuery({ ...siteFiguresOf(useCall()), enabled: isReal })
  if (!isReal) return PLACEHOLDER_STATISTICS
  return [
    { label: 'Videos', value: shown(data?.videos) },
    { label: 'Students', value: shown(data?.students) },
    { label: 'Teachers', value: shown(data?.teachers) },
  ]
}

interface Counts {
  likes: string
  comments: string
  savedPlaylists: string
}

/** Fixed counts, or the user’s own; for a visitor those of the site. */
export function useReactionCounts(): Counts {
  const call = useCall()
  const isReal = useSite().figures === 'real'
  const user = useCurrentUser()
  const id = user?._id ?? ''
  const site = useQuery({ ...siteFiguresOf(call), enabled: isReal && user === null }).data
  const own = useQuery({ ...userFiguresOf(call, id, id), enabled: isReal && user !== null }).data
  if (!isReal) {
    const { likes, comments, savedPlaylists } = PLACEHOLDER_COUNTS
    return { likes: shown(likes), comments: shown(comments), savedPlaylists: shown(savedPlaylists) }
  }
  const counts = user ? own : site
  return {
    likes: shown(user ? own?.liked : site?.likes),
    comments: shown(counts?.comments),
    savedPlaylists: shown(counts?.saved),
  }
}
