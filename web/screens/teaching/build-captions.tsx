import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { Course } from '#contract/catalog/courses.ts'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { type CaptionsToEdit, captionsToEdit } from '#web/features/captions/editing.queries.ts'
import { CueEditor } from '#web/features/captions/editor/cue-editor.tsx'
import { useCueEditing } from '#web/features/captions/editor/use-cue-editing.ts'
import { videoOf } from '#web/features/catalog/courses/course-video.ts'
import { usePlayerHandle } from '#web/features/catalog/courses/watch-context.tsx'
import { courseOf } from '#web/features/catalog/courses/watching.queries.ts'
import { Player } from '#web/features/video/player/player.tsx'
import { usePlayerSettings } from '#web/features/video/player/settings.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { OwnPlaylist } from './own-playlist.tsx'

/** The times and texts of captions beside the player. */
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
  const captions = useQuery(captionsToEdit(call, viewer, { courseId, language }))
  const back = `/teacher-dashboard/build/${playlist._id}?course=${courseId}`
  const waiting = course.isPending || !captions.isFetchedAfterMount
  const isLoaded = course.data && captions.data
  const error = course.error ?? captions.error
  const isFailed = !isLoaded && error !== null && !isNotFound(error)
  return (
    <>
      <Crumb to={back}>{playlist.title}</Crumb>
      {waiting && (
        <Loading what="captions" title="Edit captions">
          <LineSkeletons count={6} />
        </Loading>
      )}
      {!waiting && course.data && captions.data && (
        <Editing
          key={captions.data.captions._id}
          {...{ course: course.data, toEdit: captions.data, viewer, back }}
          category={playlist.category}
        />
      )}
      {!waiting && isFailed && (
        <LoadFailed
          drawing="video"
          level={1}
          error={error}
          onRetry={() => Promise.all([course.refetch(), captions.refetch()])}
        />
      )}
      {!(waiting || isFailed || isLoaded) && (
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
  toEdit: CaptionsToEdit
  viewer: string
  back: string
  category: string
}

const nothing = () => undefined

function Editing({ course, toEdit, viewer, back, category }: EditingProps) {
  const navigate = useNavigate()
  const { control } = usePlayerHandle()
  const { settings, change } = usePlayerSettings(viewer)
  const { pathname: address } = useLocation()
  const cueEditing = useCueEditing(course._id, toEdit, { title: course.videoTitle, address })
  const [areShown, setShown] = useState(true)
  const { captions } = toEdit
  const { _id, language, label } = captions
  const edited = { _id, language, label }
  return (
    <CueEditor
      course={course}
      captions={captions}
      cueEditing={cueEditing}
      control={control}
      onSaved={() => void navigate(back)}
      player={
        <Player
          course={course}
          video={videoOf(course)}
          category={category}
          settings={{ ...settings, autoplay: false, captions: null }}
          onSettings={({ captions: shown, ...changed }) => {
            if (shown === undefined) change(changed)
            else setShown(shown !== null)
          }}
          captions={{
            choices: [edited],
            shown: areShown ? edited : undefined,
            cues: cueEditing.editing.cues,
          }}
          start={{ at: 0, label: 'Play' }}
          next={undefined}
          shortcuts={false}
          onReport={nothing}
          onFault={nothing}
          controlRef={control}
        />
      }
    />
  )
}
