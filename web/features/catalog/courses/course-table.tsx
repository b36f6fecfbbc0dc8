import { useMemo } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import { unavailableLabel } from '#contract/video-links/unavailable.ts'
import { StateChip } from '#web/features/catalog/versions/state-chip.tsx'
import { courseItem } from '#web/features/catalog/versions/submission-state.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { IconButton, IconLink } from '#web/ui/navigation/icon-button.tsx'
import { EDIT, TRASH } from '#web/ui/picture/later-icon-paths.ts'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { ItemCell, RowActions } from '#web/ui/table/item-cell.tsx'
import { excerpt } from '#web/ui/text/excerpt.ts'
import { watchAddress } from './course-links.ts'

/** Specification section 9. */
const DESCRIPTION_LENGTH = 50

interface CourseTableProps {
  courses: Course[]
  /** The category of the playlist, for the art if a picture does not load. */
  category: string
  /** Opens the dialog that confirms the deletion. */
  onDelete: (course: Course) => void
}

/** The courses of an own playlist in teaching order and of every status, with view, edit and delete. */
export function CourseTable({ courses, category, onDelete }: CourseTableProps) {
  const columns = useMemo(() => columnsOf(category, onDelete), [category, onDelete])
  return <DataTable layout="teaching" columns={columns} rows={courses} />
}

function columnsOf(category: string, onDelete: CourseTableProps['onDelete']): Column<Course>[] {
  return [
    {
      area: 'main',
      head: 'Course',
      cell: ({ _id, videoTitle, description, tutorialImage }) => (
        <ItemCell
          picture={
            <Thumb radius="xs">
              <Picture image={tutorialImage} sizes="92px" fallback={{ category, seed: _id }} />
            </Thumb>
          }
          title={videoTitle}
          text={excerpt(description, DESCRIPTION_LENGTH)}
        />
      ),
    },
    { area: 'category', head: 'Likes', labelled: true, numeric: true, cell: ({ likesCount }) => likesCount },
    {
      area: 'status',
      head: 'Status',
      cell: (course) => (
        <>
          <StateChip item={courseItem(course)} statusWords />
          {course.unavailableSince !== undefined && (
            <Badge tone="cancel">{unavailableLabel(course.unavailableSince)}</Badge>
          )}
        </>
      ),
    },
    { area: 'date', head: 'Created', numeric: true, cell: ({ createdAt }) => createdAt.slice(0, 10) },
    {
      area: 'actions',
      head: 'Actions',
      hideHead: true,
      cell: (course) => <Actions course={course} onDelete={onDelete} />,
    },
  ]
}

type ActionsProps = Pick<CourseTableProps, 'onDelete'> & { course: Course }

function Actions({ course, onDelete }: ActionsProps) {
  const { _id, videoTitle, playlist } = course
  const editAddress = `/teacher-dashboard/edit-course/${playlist._id}/${_id}`
  return (
    <RowActions>
      <IconLink icon="eye" label={`View ${videoTitle}`} size="sm" to={watchAddress(playlist._id, _id)} />
      <IconLink icon={EDIT} label={`Edit ${videoTitle}`} size="sm" to={editAddress} />
      <IconButton
        icon={TRASH}
        label={`Delete ${videoTitle}`}
        size="sm"
        tone="danger"
        onClick={() => onDelete(course)}
      />
    </RowActions>
  )
}
