import { useNavigate, useSearchParams } from 'react-router'
import { PENDING_APPROVAL } from '#contract/catalog/playlists.ts'
import { SAVED_AS_DRAFT } from '#contract/review/revisions.ts'
import { useSession } from '#web/core/session.tsx'
import type { Session } from '#web/core/session-store.ts'
import { ADDING_TOAST_MS, notify } from '#web/core/toasts.ts'
import { CourseForm, type CourseInput } from '#web/features/catalog/courses/course-form.tsx'
import { useAddCourse } from '#web/features/catalog/courses/courses.queries.ts'
import { useAllOwnPlaylists } from '#web/features/catalog/playlists/playlist-editing.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

const TABLE = '/teacher-dashboard/table-course'

/** /teacher-dashboard/add-course: `?playlist=` chooses one beforehand. */
export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { playlists, isComplete } = useAllOwnPlaylists(ADDING_TOAST_MS)
  const add = useAddCourse()
  const session = useSession()
  const chosen = search.get('playlist') ?? lastPlaylist(session)

  function save(input: CourseInput, onSaved: () => void, another: boolean): void {
    add.mutate(input, {
      onSaved: onSaved,
      onSuccess: () => {
        notify.success(input.body.draft ? SAVED_AS_DRAFT : PENDING_APPROVAL, { timeout: ADDING_TOAST_MS })
        rememberPlaylist(session, input.playlistId)
        if (!another) void navigate(`${TABLE}?playlist=${input.playlistId}`)
      },
    })
  }

  return (
    <>
      <ScreenTitle screen="Add new course" unlisted />
      <CourseForm
        heading="Add a new course"
        submit="Add Course"
        busy={add.isPending && 'Adding...'}
        playlists={playlists}
        isLoading={!isComplete}
        playlistHelp={isComplete && playlists.length === 0 && <AddPlaylistFirst />}
        playlistId={chosen}
        error={add.error}
        note="New courses start as pending. An admin reviews them before they appear in your playlist."
        cancel={TABLE + (chosen && `?playlist=${chosen}`)}
        onSave={save}
      />
    </>
  )
}

function AddPlaylistFirst() {
  return (
    <>
      You have no playlist yet.{' '}
      <TextLink inline to="/teacher-dashboard/add-playlist">
        Add a playlist first
      </TextLink>
    </>
  )
}

interface Choice {
  userId: string | undefined
  playlistId: string
}

/** Of the user of a session, until the page is reloaded. */
const choices = new WeakMap<Session, Choice>()

/** The playlist that the current user last added a course to, or ''. */
function lastPlaylist(session: Session): string {
  const choice = choices.get(session)
  return choice && choice.userId === session.current()?._id ? choice.playlistId : ''
}

function rememberPlaylist(session: Session, playlistId: string): void {
  choices.set(session, { userId: session.current()?._id, playlistId })
}
