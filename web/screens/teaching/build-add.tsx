import { useNavigate, useSearchParams } from 'react-router'
import { PENDING_APPROVAL, type Playlist } from '#contract/catalog/playlists.ts'
import { SAVED_AS_DRAFT } from '#contract/review/revisions.ts'
import type { UploadSpace } from '#contract/video/uploads.ts'
import { useCall } from '#web/core/app-context.tsx'
import { ADDING_TOAST_MS, notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { CourseForm, type CourseInput } from '#web/features/catalog/courses/course-form.tsx'
import { useAddCourse, useInvalidateCourses } from '#web/features/catalog/courses/courses.queries.ts'
import { useUploadSpace } from '#web/features/video/uploads/uploads.queries.ts'
import { PasteLinks } from '#web/features/video-links/paste-links.tsx'
import { useAddWithoutPicture, useLookUp } from '#web/features/video-links/video-links.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import subtabs from '#web/ui/navigation/subtabs.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './build.module.css'
import { OwnPlaylist } from './own-playlist.tsx'
import { UploadFiles } from './upload-files.tsx'

/** Links of many videos at once, or one video by the form. */
export function Component() {
  return (
    <>
      <ScreenTitle screen="Add videos" unlisted />
      <OwnPlaylist title="Add videos">{(playlist) => <AddVideos playlist={playlist} />}</OwnPlaylist>
    </>
  )
}

function AddVideos({ playlist }: { playlist: Playlist }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const space = useUploadSpace()
  const canUpload = space.data?.isOn === true
  const way = wayOf(search.get('tab'), canUpload)
  const build = `/teacher-dashboard/build/${playlist._id}`
  const tab = (name: string) => {
    const query = new URLSearchParams(search)
    query.set('tab', name)
    return `${build}/add?${query}`
  }

  function added(count: number): void {
    const what = count === 1 ? 'Saved as a draft.' : `Saved ${count} drafts.`
    notify.success(`${what} Only you and admins can see ${count === 1 ? 'it' : 'them'}.`, {
      timeout: SCREEN_TOAST_MS,
    })
    void navigate(build)
  }

  return (
    <>
      <Crumb to={build}>{playlist.title}</Crumb>
      <div className={styles.head}>
        <h1>Add videos</h1>
      </div>
      <nav className={subtabs.bar} aria-label="Ways to add videos">
        <Link to={tab('links')} aria-current={way === 'links' ? 'page' : undefined}>
          <Icon name="link" />
          Paste links
        </Link>
        {canUpload && (
          <Link to={tab('files')} aria-current={way === 'files' ? 'page' : undefined}>
            <Icon name="upload" />
            Upload files
          </Link>
        )}
        <Link to={tab('one')} aria-current={way === 'one' ? 'page' : undefined}>
          <Icon name="form" />
          One by one
        </Link>
      </nav>
      <div className={styles.way}>
        {way === 'one' && <OneByOne playlist={playlist} build={build} />}
        {way === 'files' && space.data && <Files playlist={playlist} build={build} space={space.data} />}
        {way === 'links' && (
          <PasteLinks
            playlist={playlist}
            category={playlist.category}
            sections={playlist.sections}
            sectionId={search.get('section') ?? ''}
            cancel={build}
            onAdded={added}
          />
        )}
      </div>
    </>
  )
}

/** Without ffmpeg on the server there is no tab for files. */
function wayOf(tab: string | null, canUpload: boolean): 'links' | 'files' | 'one' {
  if (tab === 'one') return 'one'
  return tab === 'files' && canUpload ? 'files' : 'links'
}

interface FilesProps {
  playlist: Playlist
  build: string
  space: UploadSpace
}

function Files({ playlist, build, space }: FilesProps) {
  const { _id } = playlist
  const [search] = useSearchParams()
  const call = useCall()
  const invalidate = useInvalidateCourses()
  return (
    <UploadFiles
      playlist={playlist}
      sectionId={search.get('section') ?? ''}
      space={space}
      outline={build}
      edit={(courseId) => `/teacher-dashboard/edit-course/${_id}/${courseId}`}
      onRemove={(courseId) => {
        // The row is gone at once; the outline says if the draft is still there.
        call('courses.remove', { params: { playlistId: _id, courseId } }).then(invalidate, invalidate)
      }}
    />
  )
}

function OneByOne({ playlist, build }: { playlist: Playlist; build: string }) {
  const navigate = useNavigate()
  const add = useAddCourse()
  const addWithoutPicture = useAddWithoutPicture()
  const lookUp = useLookUp(playlist._id)

  function save(input: CourseInput, onSaved: () => void, another: boolean): void {
    const added = (isDraft: boolean) => {
      notify.success(isDraft ? SAVED_AS_DRAFT : PENDING_APPROVAL, { timeout: ADDING_TOAST_MS })
      if (!another) void navigate(build)
    }
    if (input.image) add.mutate(input, { onSaved, onSuccess: () => added(input.body.draft !== undefined) })
    else addWithoutPicture.mutate(input, { onSaved, onSuccess: ({ isDraft }) => added(isDraft) })
  }

  return (
    <CourseForm
      heading="Add a new course"
      submit="Add Course"
      busy={(add.isPending || addWithoutPicture.isPending) && 'Adding...'}
      playlists={[playlist]}
      playlistId={playlist._id}
      error={add.error ?? addWithoutPicture.error}
      note="New courses start as pending. An admin reviews them before they appear in your playlist."
      cancel={build}
      onLink={lookUp}
      onSave={save}
    />
  )
}
