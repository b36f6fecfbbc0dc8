import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import {
  courseItem,
  hasDraft,
  isInReview,
  playlistItem,
} from '#web/features/catalog/versions/submission-state.ts'
import { BeforeSubmit, InReview } from './before-submit.tsx'
import { captionsCheck, playlistChecks, videoCheck } from './checklist.ts'
import { useReturned } from './use-returned.ts'

/**
 * What the teacher can submit or withdraw of a playlist. What an admin has sent back is submitted again in the panel with
 * the decision.
 */
export function PlaylistSubmission({ playlist }: { playlist: Playlist }) {
  const item = playlistItem(playlist)
  const courses = playlist.courses.map(courseItem)
  const returned = useReturned(playlist._id, [item, ...courses]).map(({ subject }) => subject._id)
  const drafts = playlist.courses.filter(
    (course, index) => courses[index] && hasDraft(courses[index]) && !returned.includes(course._id),
  )
  if (item.status === 'cancel' || returned.includes(item._id)) return null
  const isDraft = hasDraft(item)
  return (
    <>
      {isInReview(item) && <InReview item={item} />}
      {isDraft ? (
        <BeforeSubmit item={item} checksWith={(errors) => playlistChecks(playlist, errors)} />
      ) : (
        drafts.length > 0 && (
          <BeforeSubmit
            item={item}
            what={drafts.length === 1 ? 'it' : 'them'}
            lead={drafts.length === 1 ? '1 video is a draft.' : `${drafts.length} videos are drafts.`}
            checksWith={(errors) => [
              videoCheck({ playlistId: playlist._id, courses: drafts, errors }),
              captionsCheck(playlist._id, drafts),
            ]}
          />
        )
      )}
    </>
  )
}

/** The same for one course. */
export function CourseSubmission({ course }: { course: Course }) {
  const item = courseItem(course)
  const isReturned = useReturned(course.playlist._id, [item]).length > 0
  if (isInReview(item)) return <InReview item={item} />
  if (isReturned || !hasDraft(item)) return null
  return (
    <BeforeSubmit
      item={item}
      checksWith={(errors) => [
        videoCheck({ playlistId: course.playlist._id, courses: [course], errors }),
        ...(course.captions ? [captionsCheck(course.playlist._id, [withCaptions(course)])] : []),
      ]}
    />
  )
}

/** Only a course that was read alone names its captions. */
const withCaptions = ({ _id, captions = [] }: Course) => ({
  _id,
  ...(captions.length > 0 && { hasCaptions: true as const }),
})
