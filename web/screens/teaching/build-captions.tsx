import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { CueEditor } from '#web/features/captions/cue-editor.tsx'
import { captionsOf, fileOf } from '#web/features/captions/editing.queries.ts'
import { usePlayerHandle } from '#web/features/catalog/courses/watch-context.tsx'
import { courseOf } from '#web/features/catalog/courses/watching.queries.ts'
import { Player } from '#web/features/video/player/player.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { videoOf } from '#web/screens/watch/watch-data.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import styles from './build-captions.module.css'
import { OwnPlaylist } from './own-playlist.tsx'

/** The texts of captions beside the player. */
export function Component() {
  return (
    <>
      <ScreenTitle screen="Edit captions" unlisted />
      <OwnPlaylist title="Edit captions">{(playlist) => <EditCaptions playlist={playlist} />}</OwnPlaylist>
    </>
  )
}

function EditCaptions({ playlist }: { playlist: Playlist }) {
  const { courseId = '', language = '' } = useParams()
  const call = useCall()
  const viewer = viewerKey(useCurrentUser())
  const course = useQuery(courseOf(call, viewer, { playlistId: playlist._id, courseId }))
  const list = useQuery(captionsOf(call, viewer, courseId))
  const file = useQuery({ ...fileOf(call, viewer, { courseId, language }), throwOnError: false })
  const captions = list.data?.find((each) => each.language === language)
  const back = `/teacher-dashboard/build/${playlist._id}?course=${courseId}`
  const waiting = course.isPending || list.isPending || file.isPending
  return (
    <>
      <Crumb to={back}>{playlist.title}</Crumb>
      {waiting && (
        <Loading what="captions" title="Edit captions">
          <LineSkeletons count={6} />
        </Loading>
      )}
      {!waiting && course.data && captions && file.data !== undefined && (
        <Editing
          {...{ course: course.data, captions, viewer, back }}
          vtt={file.data}
          category={playlist.category}
        />
      )}
      {!(waiting || (course.data && captions && file.data !== undefined)) && (
        <EmptyState
          drawing="video"
          level={1}
          title="Captions not found."
          help="They may have been deleted."
        />
      )}
    </>
  )
}

interface EditingProps {
  course: Course
  captions: Parameters<typeof CueEditor>[0]['captions']
  vtt: string
  viewer: string
  back: string
  category: string
}

const nothing = () => undefined

function Editing({ course, captions, vtt, viewer, back, category }: EditingProps) {
  const navigate = useNavigate()
  const { control, area, position, seek } = usePlayerHandle()
  const { settings, change } = usePlayerSettings(viewer)
  return (
    <>
      <PageHead title={`Captions: ${captions.label}`} lead={<bdi>{course.videoTitle}</bdi>} />
      <div className={styles.editing}>
        <div ref={area} className={styles.player}>
          <Player
            course={course}
            video={videoOf(course)}
            category={category}
            settings={{ ...settings, autoplay: false, captions: null }}
            onSettings={change}
            start={{ at: 0, label: 'Play' }}
            next={undefined}
            shortcuts={false}
            onReport={nothing}
            onFault={nothing}
            controlRef={control}
          />
        </div>
        <CueEditor
          courseId={course._id}
          captions={captions}
          vtt={vtt}
          position={position}
          onSeek={seek}
          back={back}
          onSaved={() => void navigate(back)}
        />
      </div>
    </>
  )
}
