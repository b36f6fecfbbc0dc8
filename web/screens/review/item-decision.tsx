import { Suspense } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { courseItem, playlistItem } from '#web/features/catalog/versions/submission-state.ts'
import { Decision, type NotedSecond } from '#web/features/review/submission/decision.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Note } from '#web/ui/feedback/note.tsx'
import { PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'
import styles from './item-decision.module.css'

const NotePlayer = lazyPart(async () => (await import('#web/screens/learning/note-player.tsx')).NotePlayer)

const playerOf = (playlistId: string, category: string) => (noted: NotedSecond) => (
  <Suspense
    fallback={
      <Loading what="video">
        <PictureSkeleton />
      </Loading>
    }
  >
    <NotePlayer playlistId={playlistId} category={category} noted={noted} />
  </Suspense>
)

/** Why students see no playlist or no video, and what an admin has sent back. */
export function ForOwner({ playlist }: { playlist: Playlist }) {
  const { isPlaylistApproved: status, approvedCoursesCount } = playlist
  return (
    <div className={styles.own}>
      {(status === 'pending' || status === 'processing') && (
        <Note>Pending: only you and admins can see this.</Note>
      )}
      {status === 'approved' && approvedCoursesCount === 0 && (
        <Note>No video of this playlist is public yet.</Note>
      )}
      <PlaylistDecision playlist={playlist} />
    </div>
  )
}

/** What admins have sent back of an own playlist and its courses, with a player for the notes. */
export function PlaylistDecision({ playlist }: { playlist: Playlist }) {
  const { _id, category, courses } = playlist
  const places = new Map(courses.map((course, index) => [course._id, `${index + 1} ${course.videoTitle}`]))
  return (
    <Decision
      playlistId={_id}
      items={[playlistItem(playlist), ...courses.map(courseItem)]}
      placeOf={(item) => places.get(item._id) ?? 'Playlist'}
      player={playerOf(_id, category)}
    />
  )
}

interface CourseDecisionProps {
  course: Course
  /** Moves the player of the page. Without it there is a player for the notes. */
  onSeek?: (seconds: number) => void
}

/** The same for one course. */
export function CourseDecision({ course, onSeek }: CourseDecisionProps) {
  const playlistId = course.playlist._id
  return (
    <Decision
      playlistId={playlistId}
      items={[courseItem(course)]}
      placeOf={() => course.videoTitle}
      {...(onSeek ? { onSeek } : { player: playerOf(playlistId, '') })}
    />
  )
}
