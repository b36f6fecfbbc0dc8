import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { LEVELS, type Playlist, PlaylistDraft } from '#contract/catalog/playlists.ts'
import { IMAGE_REQUIRED } from '#contract/media/media.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { fileOf, textOf } from '#web/core/form-values.ts'
import { ItemForm, type ItemFormProps, THEN } from '#web/features/catalog/items/item-form.tsx'
import { Reach } from '#web/features/catalog/visibility/reach.tsx'
import { audienceTexts, useAudienceDraft } from '#web/features/catalog/visibility/use-audience-draft.ts'
import { useAudienceWords } from '#web/features/catalog/visibility/use-audience-words.ts'
import { useNarrowing } from '#web/features/catalog/visibility/use-narrowing.tsx'
import { VisibilityField } from '#web/features/catalog/visibility/visibility-field.tsx'
import { ImageField, WIDE_IMAGE_HELP } from '#web/features/media/image-field.tsx'
import { Note } from '#web/ui/feedback/note.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { languageOptions } from './languages.ts'
import type { PlaylistInput } from './playlist-editing.queries.ts'
import { PlaylistPreview } from './playlist-preview.tsx'

interface PlaylistFormProps extends ItemFormProps {
  /** The stored version, when the form edits one. Its picture may then stay. */
  playlist?: Playlist
  categoryField: (value: string, onChange: (category: string) => void) => ReactNode
  /** Calls `onSaved` as soon as the server has saved it. */
  onSave: (input: PlaylistInput, onSaved: () => void) => void
}

/** The form of a playlist with a preview. The input survives a rejection and leaving the screen. */
export function PlaylistForm(props: PlaylistFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { playlist } = props
  const draft = useFormDraft('playlist', playlist?._id ?? 'new', {
    form,
    updatedAt: playlist?.updatedAt,
    stored: storedTexts(playlist),
    place: {
      title: playlist?.title ?? 'New playlist',
      address: `/teacher-dashboard/${playlist ? `edit-playlist/${playlist._id}` : 'add-playlist'}`,
    },
  })
  return <PlaylistEditor key={draft.version} {...props} form={form} draft={draft} />
}

interface PlaylistEditorProps extends PlaylistFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function PlaylistEditor({ form, draft, playlist, error, note, ...rest }: PlaylistEditorProps) {
  const { heading, submit, busy, cancel, categoryField, savesDraft = false, onSave } = rest
  const [title, setTitle] = useState(draft.text('title', playlist?.title ?? ''))
  const [category, setCategory] = useState(draft.text('category', playlist?.category ?? ''))
  const [description] = useState(draft.text('description', playlist?.description ?? ''))
  const [file, setFile] = useState(draft.file('mainPlaylistImage'))
  const [inputErrors, setInputErrors] = useState<FormErrors>({})
  const audience = useAudienceDraft(playlist, draft)
  const narrowing = useNarrowing(playlist?._id)
  const conflicts = playlist ? conflictsOf(draft, storedTexts(playlist)) : []
  const describe = useAudienceWords(audience.field.stored, conflicts.length > 0)
  const busyText = narrowing.isCounting ? 'Counting people...' : busy

  function send(data: FormData): void {
    if (busyText !== false) return
    const { body, image, ...read } = readInput(data, { playlist, title, category, savesDraft })
    const errors = { ...read.errors, ...audience.errors }
    setInputErrors(errors)
    if (!body || Object.keys(errors).length > 0) return
    const changed = audience.isChanged ? audience.chosen : undefined
    narrowing.ask(changed, () => onSave({ body, image, audience: changed }, draft.remove))
  }

  return (
    <ItemForm
      {...{ heading, submit, cancel, error, note, form, draft, inputErrors }}
      busy={busyText}
      conflicts={conflicts}
      describe={describe}
      more={playlist === undefined ? NEW : []}
      onSubmit={send}
      aside={
        <>
          <Reach audience={audience.chosen} playlistId={playlist?._id} />
          <Note title="You can change this later">
            A change holds at once and needs no new review. People who lose access keep their progress; it
            comes back with the access.
          </Note>
        </>
      }
      preview={<PlaylistPreview playlist={playlist} title={title} category={category} file={file} />}
    >
      <TextField
        name="title"
        label="Title"
        required
        placeholder="Practical TypeScript for React teams"
        value={title}
        onChange={setTitle}
      />
      {categoryField(category, setCategory)}
      <ImageField
        name="mainPlaylistImage"
        label="Playlist image"
        required
        help={WIDE_IMAGE_HELP}
        current={playlist?.mainPlaylistImage}
        chosen={file}
        onChange={(picture) => {
          setFile(picture)
          draft.store()
        }}
      />
      <TextAreaField
        name="description"
        label="Description"
        required
        placeholder="What will a student be able to do after this playlist?"
        defaultValue={description}
      />
      <MoreFields playlist={playlist} draft={draft} />
      <VisibilityField {...audience.field} />
      {narrowing.dialog}
    </ItemForm>
  )
}

interface Typed {
  playlist: Playlist | undefined
  title: string
  category: string
  /** Whatever button is pressed. */
  savesDraft: boolean
}

/** What to save, or a sentence for each wrong field. The audience is not part of it. */
function readInput(data: FormData, { playlist, title, category, savesDraft }: Typed) {
  const image = fileOf(data, 'mainPlaylistImage')
  const more = moreIn(data, playlist)
  const checked = checkDraft(PlaylistDraft, {
    title,
    category,
    description: textOf(data, 'description'),
    ...more,
  })
  const hasImage = image !== undefined || playlist !== undefined
  const errors: FormErrors = {
    ...checked.errors,
    ...(!hasImage && { mainPlaylistImage: IMAGE_REQUIRED }),
  }
  const isDraft = savesDraft || textOf(data, THEN) === 'draft'
  const body = checked.value && {
    ...checked.value,
    ...more,
    ...(isDraft && { draft: true }),
    updatedAt: playlist?.updatedAt,
  }
  return { image, errors, body }
}

/** What the form has before anything is typed. */
function storedTexts(playlist: Playlist | undefined): Record<string, string> {
  return {
    title: playlist?.title ?? '',
    category: playlist?.category ?? '',
    description: playlist?.description ?? '',
    language: playlist?.language ?? '',
    level: playlist?.level ?? '',
    promise: playlist?.promise ?? '',
    ...audienceTexts(playlist),
  }
}

const NEW = [{ value: 'draft', label: 'Save as draft' }] as const

const MORE = ['language', 'level', 'promise'] as const

/** The optional fields that differ from the stored ones; an empty text removes one. */
function moreIn(data: FormData, playlist: Playlist | undefined) {
  const [language, level, promise] = MORE.map((name) => {
    const text = textOf(data, name)
    return text === (playlist?.[name] ?? '') ? undefined : text
  })
  const chosen = LEVELS.find((each) => each === level)
  return {
    ...(language !== undefined && { language }),
    ...(level !== undefined && { level: chosen ?? ('' as const) }),
    ...(promise !== undefined && { promise }),
  }
}

function MoreFields({ playlist, draft }: { playlist: Playlist | undefined; draft: FormDraft }) {
  const [initial] = useState({
    language: draft.text('language', playlist?.language ?? ''),
    level: draft.text('level', playlist?.level ?? ''),
    promise: draft.text('promise', playlist?.promise ?? ''),
  })
  const [languages] = useState(() => languageOptions(initial.language))
  const none = { value: '', label: 'Not said' }
  return (
    <>
      <SelectField
        name="language"
        label="Language"
        options={[none, ...languages]}
        defaultValue={initial.language}
      />
      <SelectField
        name="level"
        label="Level"
        capital
        options={[none, ...LEVELS.map((level) => ({ value: level, label: level }))]}
        defaultValue={initial.level}
      />
      <TextField
        name="promise"
        label="Promise"
        help="What students can do afterwards, in one sentence of at most 120 characters."
        defaultValue={initial.promise}
      />
    </>
  )
}
