import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { chapterLines } from '#contract/catalog/chapters.ts'
import { correctionLines } from '#contract/catalog/corrections.ts'
import {
  type Course,
  type CourseChangeSent,
  CourseDraft,
  type CourseDraftSent,
  NO_PLAYLIST_SELECTED,
} from '#contract/catalog/courses.ts'
import { CourseTexts } from '#contract/catalog/outline.ts'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { IMAGE_REQUIRED } from '#contract/media/media.ts'
import { videoLinkOf } from '#contract/video-links/video-link.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { fileOf, textOf } from '#web/core/form-values.ts'
import { ADDING_TOAST_MS, notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { ItemForm, type ItemFormProps, THEN } from '#web/features/catalog/items/item-form.tsx'
import { ReplaceQuestion } from '#web/features/video/uploads/replace-question.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { CourseFields } from './course-fields.tsx'
import { CoursePreview } from './course-preview.tsx'
import { changedCorrections, correctionsToEnd } from './ended-corrections.ts'
import { changedLink, linkOf, startText } from './video-field.tsx'

export interface CourseInput {
  playlistId: string
  /** With `draft` it is not submitted. */
  body: CourseDraftSent & Pick<CourseChangeSent, 'corrections'>
  /** Left out when the picture does not change. */
  image: Blob | undefined
}

interface CourseFormProps extends ItemFormProps {
  /** The user's own playlists. */
  playlists: PlaylistCard[]
  /** Whether more playlists are coming. */
  isLoading?: boolean
  /** A note below the playlist field. */
  playlistHelp?: ReactNode
  /** The initial choice. */
  playlistId: string
  /** The stored version, when the form edits one. Its picture may then stay. */
  course?: Course
  /**
   * Called with the link while the user types it. It makes the picture optional, because the caller can use the one of the
   * video's host.
   */
  onLink?: (link: string) => void
  /** What replaces the video of the course by a file. */
  upload?: ReactNode
  /** Calls `onSaved` as soon as the server has saved it. `another`: the user goes on with an empty form. */
  onSave: (input: CourseInput, onSaved: () => void, another: boolean) => void
}

/** The form of a course with a preview. The input survives a rejection and leaving the screen. */
export function CourseForm(props: CourseFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { course } = props
  const draft = useFormDraft('course', course?._id ?? 'new', {
    form,
    updatedAt: course?.updatedAt,
    stored: storedTexts(course, props.playlistId),
    place: {
      title: course?.videoTitle ?? 'New video',
      address: `/teacher-dashboard/${course ? `edit-course/${course.playlist._id}/${course._id}` : 'add-course'}`,
    },
  })
  const [lastPlaylist, setLastPlaylist] = useState<string>()
  const [replacing, setReplacing] = useState<{ input: CourseInput; onSaved: () => void }>()
  function save(input: CourseInput, onSaved: () => void, another: boolean): void {
    props.onSave(
      input,
      () => {
        onSaved()
        if (!another) return
        setLastPlaylist(input.playlistId)
        draft.discard()
      },
      another,
    )
  }
  const playlistId = lastPlaylist ?? props.playlistId
  return (
    <>
      <CourseEditor
        key={draft.version}
        {...props}
        playlistId={playlistId}
        onSave={(input, onSaved, another) => {
          if (course && correctionsToEnd(course, input.body) > 0) setReplacing({ input, onSaved })
          else save(input, onSaved, another)
        }}
        form={form}
        draft={draft}
      />
      {course && replacing && (
        <ReplaceQuestion
          count={correctionsToEnd(course, replacing.input.body)}
          onClose={() => setReplacing(undefined)}
          onReplace={() => {
            setReplacing(undefined)
            save(withoutCorrections(replacing.input), replacing.onSaved, false)
          }}
        />
      )}
    </>
  )
}

interface CourseEditorProps extends CourseFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function CourseEditor({ form, draft, course, error, note, onSave, ...rest }: CourseEditorProps) {
  const { heading, submit, busy, cancel, savesDraft = false, onLink, upload } = rest
  const needsImage = course === undefined && onLink === undefined
  const [title, setTitle] = useState(draft.text('videoTitle', course?.videoTitle ?? ''))
  const [playlistId, setPlaylistId] = useState(draft.text('playlist', rest.playlistId))
  const [file, setFile] = useState(draft.file('tutorialImage'))
  const [inputErrors, setInputErrors] = useState<FormErrors>({})
  const options = optionsOf(rest.playlists, course)
  const chosen = chosenPlaylist(options, { playlistId, isLoading: rest.isLoading })

  function send(data: FormData): void {
    if (busy !== false) return
    const { body, errors } = read(data, { playlistId: chosen, needsImage, savesDraft, course })
    setInputErrors(errors)
    const timeout = course === undefined ? ADDING_TOAST_MS : SCREEN_TOAST_MS
    if (errors.playlist) notify.error(errors.playlist, { timeout })
    if (!body) return
    const image = fileOf(data, 'tutorialImage')
    onSave({ playlistId: chosen, body, image }, draft.remove, textOf(data, THEN) === 'another')
  }

  return (
    <ItemForm
      {...{ heading, submit, busy, cancel, error, note, form, draft, inputErrors }}
      conflicts={course ? conflictsIn(draft, course, rest.playlistId) : []}
      columns={2}
      more={course === undefined ? NEW : []}
      onSubmit={send}
      preview={
        <CoursePreview
          course={course}
          playlist={rest.playlists.find(({ _id }) => _id === playlistId)}
          title={title}
          file={file}
        />
      }
    >
      <CourseFields
        course={course}
        draft={draft}
        title={title}
        file={file}
        onTitle={setTitle}
        onLink={onLink}
        upload={upload}
        onFile={(chosen) => {
          setFile(chosen)
          draft.store()
        }}
        playlistField={
          <SelectField
            name="playlist"
            label="Playlist"
            required
            placeholder="Choose a playlist"
            help={rest.playlistHelp}
            options={options}
            value={playlistId}
            onChange={setPlaylistId}
          />
        }
      />
    </ItemForm>
  )
}

/** The old video keeps its corrections until the new one is online. */
function withoutCorrections({ body: { corrections: _ended, ...body }, ...input }: CourseInput): CourseInput {
  return { ...input, body }
}

/** What the form has before anything is typed. */
function storedTexts(course: Course | undefined, playlistId: string): Record<string, string> {
  return {
    playlist: playlistId,
    videoTitle: course?.videoTitle ?? '',
    videoLink: linkOf(course),
    startsAt: startText(course?.video),
    description: course?.description ?? '',
    chapters: chapterLines(course?.chapters ?? []),
    ...(course && { corrections: correctionLines(course.corrections ?? []) }),
  }
}

/** A video that was replaced by a file is no conflict with a link that the user has left alone. */
const conflictsIn = (draft: FormDraft, course: Course, playlistId: string) =>
  conflictsOf(draft, storedTexts(course, playlistId)).filter(
    ({ name }) => name !== 'videoLink' || changedLink(draft) !== undefined,
  )

const NEW = [
  { value: 'draft', label: 'Save as draft' },
  { value: 'another', label: 'Add and start another' },
] as const

interface ReadOptions {
  playlistId: string
  needsImage: boolean
  savesDraft: boolean
  course: Course | undefined
}

const CorrectionsInput = CourseTexts.pick({ corrections: true })

/** Validates the input with the schema of the contract, and checks the playlist and the picture as well. */
function read(data: FormData, { playlistId, needsImage, savesDraft, course }: ReadOptions) {
  const checked = checkDraft(CourseDraft, {
    videoTitle: textOf(data, 'videoTitle'),
    videoLink: textOf(data, 'videoLink'),
    startsAt: textOf(data, 'startsAt'),
    description: textOf(data, 'description'),
    chapters: textOf(data, 'chapters'),
  })
  const corrections = course && changedCorrections(course, data)
  const errors: FormErrors = {
    ...checked.errors,
    ...(corrections !== undefined && checkDraft(CorrectionsInput, { corrections }).errors),
    ...(playlistId === '' && { playlist: NO_PLAYLIST_SELECTED }),
    ...(needsImage && !fileOf(data, 'tutorialImage') && { tutorialImage: IMAGE_REQUIRED }),
  }
  const { value } = checked
  if (!value || Object.keys(errors).length > 0) return { errors }
  const isDraft = savesDraft || textOf(data, THEN) === 'draft'
  const chapters = textOf(data, 'chapters')
  const body = {
    ...value,
    chapters,
    videoLink: videoLinkOf(value.videoLink),
    startsAt: startText(value.videoLink),
    ...(corrections !== undefined && { corrections }),
    ...(isDraft && { draft: true }),
  }
  return { body, errors }
}

/** A deleted playlist, or somebody else's, is no choice once all are loaded; until then the server decides. */
function chosenPlaylist(
  options: readonly { value: string }[],
  { playlistId, isLoading = false }: { playlistId: string; isLoading?: boolean | undefined },
): string {
  return isLoading || options.some(({ value }) => value === playlistId) ? playlistId : ''
}

/** The current playlist of the course is an option even before the others are loaded. */
function optionsOf(playlists: PlaylistCard[], course: Course | undefined) {
  const own = playlists.map(({ _id, title }) => ({ value: _id, label: title }))
  if (course === undefined || own.some(({ value }) => value === course.playlist._id)) return own
  return [{ value: course.playlist._id, label: course.playlist.title }, ...own]
}
