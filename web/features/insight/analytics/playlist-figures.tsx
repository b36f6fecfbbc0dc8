import { formatCount } from '#contract/format.ts'
import type { PlaylistFigures } from '#contract/insight/analytics.ts'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { percentOf, shown } from './period.ts'
import styles from './playlist-figures.module.css'

interface PlaylistTableProps {
  playlists: PlaylistFigures[]
  /** The query of the address that the links keep. */
  kept: string
  stale: boolean
}

/** The playlists of a teacher with their figures and what to look at in each. */
export function PlaylistTable({ playlists, kept, stale }: PlaylistTableProps) {
  const columns: Column<PlaylistFigures>[] = [
    {
      area: 'main',
      head: 'Playlist',
      cell: ({ _id, title, advice }) => (
        <div className={styles.playlist}>
          <TextLink to={`/teacher-dashboard/analytics/${_id}${kept}`} className={styles.title}>
            <bdi>{title}</bdi>
          </TextLink>
          <small data-calls={advice.lessonId !== null || undefined}>{advice.text}</small>
        </div>
      ),
    },
    { area: 'count', head: 'Learners', cell: ({ figures }) => shown(figures.learners), ...NUMBER },
    { area: 'category', head: 'Finished', cell: ({ figures }) => shown(figures.finished), ...NUMBER },
    {
      area: 'by',
      head: 'Average progress',
      cell: ({ figures }) => percentOf(figures.averageProgress),
      ...NUMBER,
    },
    { area: 'date', head: 'Minutes watched', cell: ({ figures }) => shown(figures.minutes), ...NUMBER },
    {
      area: 'id',
      head: 'Open questions',
      cell: ({ figures }) => formatCount(figures.openQuestions),
      ...NUMBER,
    },
  ]
  return <DataTable layout="figures" columns={columns} rows={playlists} stale={stale} />
}

const NUMBER = { labelled: true, numeric: true } as const
