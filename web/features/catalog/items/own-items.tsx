import type { Course } from '#contract/catalog/courses.ts'
import type { VideoNeeds } from '#contract/catalog/own-playlists.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import type { ImageRef } from '#contract/media/media.ts'
import type { CourseVideoState } from '#contract/video/uploads.ts'
import { watchAddress } from '#web/features/catalog/courses/course-links.ts'
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem, type Item, playlistItem } from '#web/features/catalog/versions/submission-state.ts'
import { type Audience, shareAddressOf } from '#web/features/catalog/visibility/choices.ts'
import { RestrictedChip } from '#web/features/catalog/visibility/visibility-chip.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { VideoChip } from '#web/features/video/uploads/video-chip.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { IconButton, IconLink } from '#web/ui/navigation/icon-button.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { ItemCell, RowActions } from '#web/ui/table/item-cell.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { excerpt, formatDate } from '#web/ui/text/format.ts'
import { ItemMenu } from './item-menu.tsx'
import styles from './own-items.module.css'

const DESCRIPTION_LENGTH = 50

/** A row of the table. */
interface OwnItem extends Item, Partial<Audience> {
  image: ImageRef
  category: string
  description: string
  createdAt: string
  /** The videos of a playlist, or the likes of a course. */
  count: number
  unavailableSince?: string | undefined
  /** What the videos of a playlist need, such as `2 videos need changes`. */
  needs?: readonly string[]
  videoState?: CourseVideoState | undefined
  viewAddress: string
  /** Absent where only a link that is not known here opens it. */
  shareAddress: string | undefined
  editAddress: string
}

/** What a teacher has to do about the videos of a playlist. */
function needSentences(needs: VideoNeeds | undefined): string[] {
  if (!needs) return []
  const { changes, files, unavailable } = needs
  return [
    ...(changes > 0 ? [`${countOf(changes, 'video')} ${changes === 1 ? 'needs' : 'need'} changes`] : []),
    ...(files > 0 ? [`${countOf(files, 'file')} failed`] : []),
    ...(unavailable > 0 ? [`${countOf(unavailable, 'video')} unavailable`] : []),
  ]
}

export const ownPlaylist = (playlist: PlaylistCard): OwnItem => ({
  ...playlistItem(playlist),
  image: playlist.mainPlaylistImage,
  category: playlist.category,
  description: playlist.description,
  createdAt: playlist.createdAt,
  count: playlist.coursesCount,
  needs: needSentences(playlist.videoNeeds),
  visibility: playlist.visibility,
  groups: playlist.groups,
  viewAddress: `/playlist-details/${playlist._id}`,
  shareAddress: shareAddressOf(playlist),
  editAddress: `/teacher-dashboard/edit-playlist/${playlist._id}`,
})

/** `category` is that of its playlist, for the art if the picture does not load. */
export const ownCourse = (course: Course, category: string): OwnItem => ({
  ...courseItem(course),
  image: course.tutorialImage,
  category,
  description: course.description,
  createdAt: course.createdAt,
  count: course.likesCount,
  unavailableSince: course.unavailableSince,
  videoState: course.videoState,
  viewAddress: watchAddress(course.playlist._id, course._id),
  shareAddress: watchAddress(course.playlist._id, course._id),
  editAddress: `/teacher-dashboard/edit-course/${course.playlist._id}/${course._id}`,
})

/** The columns of each kind, between its title and its status. */
const COLUMNS: Record<Item['kind'], Column<OwnItem>[]> = {
  playlist: [
    { area: 'category', head: 'Category', cell: ({ category }) => <CategoryLabel category={category} /> },
    { area: 'count', head: 'Videos', labelled: true, numeric: true, cell: ({ count }) => count },
  ],
  course: [{ area: 'category', head: 'Likes', labelled: true, numeric: true, cell: ({ count }) => count }],
}

interface OwnItemsProps {
  kind: Item['kind']
  items: OwnItem[]
  /** Opens the dialog that confirms the deletion. */
  onDelete: (id: string) => void
}

/** A teacher's own playlists or the courses of one, whatever their status, with view, edit, delete and, for playlists, build. */
export function OwnItems({ kind, items, onDelete }: OwnItemsProps) {
  return <DataTable layout="teaching" columns={columnsOf(kind, onDelete)} rows={items} />
}

function columnsOf(kind: Item['kind'], onDelete: OwnItemsProps['onDelete']): Column<OwnItem>[] {
  return [
    {
      area: 'main',
      head: kind === 'playlist' ? 'Playlist' : 'Course',
      cell: ({ _id, title, description, category, image }) => (
        <ItemCell
          picture={
            <Thumb radius="xs">
              <Picture image={image} sizes="92px" fallback={{ category, seed: _id }} />
            </Thumb>
          }
          title={title}
          text={excerpt(description, DESCRIPTION_LENGTH)}
        />
      ),
    },
    ...COLUMNS[kind],
    {
      area: 'status',
      head: 'Status',
      cell: (item) => (
        <>
          <StateChip item={item} /> <RestrictedChip visibility={item.visibility} groups={item.groups} />
          {item.needs?.map((need) => (
            <span key={need} className={styles.need}>
              {need}
            </span>
          ))}
          {item.unavailableSince !== undefined && (
            <Badge tone="cancel">{`Video unavailable since ${formatDate(item.unavailableSince)}`}</Badge>
          )}
          <VideoChip courseId={item._id} videoState={item.videoState} />
        </>
      ),
    },
    { area: 'date', head: 'Created', numeric: true, cell: ({ createdAt }) => createdAt.slice(0, 10) },
    {
      area: 'actions',
      head: 'Actions',
      hideHead: true,
      cell: (item) => <Actions item={item} onDelete={onDelete} />,
    },
  ]
}

type ActionsProps = Pick<OwnItemsProps, 'onDelete'> & { item: OwnItem }

function Actions({ item, onDelete }: ActionsProps) {
  const { kind, _id, title, viewAddress, shareAddress, editAddress } = item
  return (
    <RowActions>
      <IconLink icon="eye" label={`View ${title}`} size="sm" to={viewAddress} />
      <IconLink icon="edit" label={`Edit ${title}`} size="sm" to={editAddress} />
      <IconButton
        icon="trash"
        label={`Delete ${title}`}
        size="sm"
        tone="danger"
        onClick={() => onDelete(_id)}
      />
      <ItemMenu item={item} viewAddress={viewAddress} shareAddress={shareAddress} />
      {kind === 'playlist' && (
        <LinkButton size="sm" to={`/teacher-dashboard/build/${_id}`} aria-label={`Build ${title}`}>
          Build
        </LinkButton>
      )}
    </RowActions>
  )
}
