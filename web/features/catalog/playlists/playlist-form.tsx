import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { LEVELS, type Playlist, type PlaylistCard, PlaylistDraft } from '#contract/catalog/playlists.ts'
import { countOf } from '#contract/format.ts'
import { IMAGE_REQUIRED } from '#contract/media/media.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { fileOf, textOf } from '#web/core/form-values.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { ItemForm, type ItemFormProps, THEN } from '#web/features/catalog/items/item-form.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { ImageField, WIDE_IMAGE_HELP } from '#web/features/media/image-field.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useObjectUrl } from '#web/ui/form/use-object-url.ts'
import { SheetStack } from '#web/ui/overlay/sheet-stack.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { languageOptions } from './languages.ts'
import styles from './playlist-card.module.css'
import type { PlaylistInput } from './playlist-editing.queries.ts'

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
  const current = playlist?.mainPlaylistImage

  function send(data: FormData): void {
    if (busy !== false) return
    const image = fileOf(data, 'mainPlaylistImage')
    const checked = checkDraft(PlaylistDraft, {
      title,
      category,
      description: textOf(data, 'description'),
      ...moreIn(data, playlist),
    })
    const errors = { ...checked.errors, ...(!(image || current) && { mainPlaylistImage: IMAGE_REQUIRED }) }
    setInputErrors(errors)
    if (!checked.value || Object.keys(errors).length > 0) return
    const isDraft = savesDraft || textOf(data, THEN) === 'draft'
    const body = {
      ...checked.value,
      ...moreIn(data, playlist),
      ...(isDraft && { draft: true }),
      updatedAt: playlist?.updatedAt,
    }
    onSave({ body, image }, draft.remove)
  }

  return (
    <ItemForm
      {...{ heading, submit, busy, cancel, error, note, form, draft, inputErrors }}
      conflicts={playlist ? conflictsOf(draft, storedTexts(playlist)) : []}
      more={playlist === undefined ? NEW : []}
      onSubmit={send}
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
        current={current}
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
    </ItemForm>
  )
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

/** The cover art before a category is chosen. */
const ANY_CATEGORY = 'development'

interface PlaylistPreviewProps {
  /** The stored version, when the form edits one. */
  playlist: PlaylistCard | undefined
  title: string
  category: string
  file: File | undefined
}

/** A preview of the playlist's card, without links. Generated art replaces a missing picture. */
function PlaylistPreview({ playlist, title, category, file }: PlaylistPreviewProps) {
  const user = useCurrentUser()
  const chosen = useObjectUrl(file)
  if (user === null) return null
  const image = chosen === undefined ? playlist?.mainPlaylistImage : { url: chosen, width: 640, height: 360 }
  const count = playlist?.approvedCoursesCount ?? 0
  return (
    <div className={styles.card}>
      <SheetStack category={category} pill={<Pill icon="stack">{countOf(count, 'video')}</Pill>}>
        <Thumb>
          <Picture
            image={image}
            sizes="356px"
            fallback={{ category: category || ANY_CATEGORY, seed: playlist?._id ?? user._id }}
          />
        </Thumb>
      </SheetStack>
      <div className={styles.body}>
        <CategoryLabel category={category || 'category'} />
        <p className={styles.title} dir="auto">
          {title.trim() || 'Your title'}
        </p>
        <div className={styles.foot}>
          <span className={styles.by}>
            <Avatar user={user} />
            <span className={styles.teacher} dir="auto">
              {user.username}
            </span>
          </span>
        </div>
      </div>
    </div>
  )
}
