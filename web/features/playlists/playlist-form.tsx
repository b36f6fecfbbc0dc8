import { type ReactNode, useRef, useState } from 'react'
import { IMAGE_REQUIRED } from '#contract/media.ts'
import { type Playlist, PlaylistDraft } from '#contract/playlists.ts'
import { refusedFields } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { fileOf, textOf } from '#web/core/form-values.ts'
import { useUnsent } from '#web/core/unsent.ts'
import { ImageField, WIDE_IMAGE_HELP } from '#web/features/media/image-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form, FormFoot, FormHead } from '#web/ui/form.tsx'
import { FormAside } from '#web/ui/form-aside.tsx'
import type { FormErrors } from '#web/ui/form-errors.ts'
import { Note } from '#web/ui/note.tsx'
import { Split } from '#web/ui/split.tsx'
import { TextAreaField } from '#web/ui/text-area-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PlaylistPreview } from './playlist-preview.tsx'
import type { PlaylistWritten } from './playlist-writing.queries.ts'

const HEADING = 'playlist-form'

interface PlaylistFormProps {
  heading: string
  /** What the button says, and while it is busy. */
  submit: string
  busy: string | false
  /** As it is now, when it is being changed; its picture may then stay. */
  playlist?: Playlist
  /** What the server said against it. */
  refused: Error | null
  /** What happens with it afterwards. */
  note: ReactNode
  categoryField: (value: string, onChange: (category: string) => void) => ReactNode
  onSave: (written: PlaylistWritten) => void
}

/** What a teacher writes of a playlist, with its card beside it. Nothing typed is lost when it is refused. */
export function PlaylistForm({ heading, submit, busy, playlist, refused, note, ...rest }: PlaylistFormProps) {
  const { categoryField, onSave } = rest
  const form = useRef<HTMLFormElement>(null)
  const unsent = useUnsent(`playlist ${playlist?._id}`, form)
  const typed = (name: 'title' | 'category' | 'description') =>
    unsent ? textOf(unsent, name) : (playlist?.[name] ?? '')
  const [title, setTitle] = useState(typed('title'))
  const [category, setCategory] = useState(typed('category'))
  const [file, setFile] = useState(unsent && fileOf(unsent, 'mainPlaylistImage'))
  const [wrong, setWrong] = useState<FormErrors>({})
  const current = playlist?.mainPlaylistImage

  function send(data: FormData): void {
    if (busy !== false) return
    const image = fileOf(data, 'mainPlaylistImage')
    const checked = checkDraft(PlaylistDraft, { title, category, description: textOf(data, 'description') })
    const errors = { ...checked.errors, ...(!(image || current) && { mainPlaylistImage: IMAGE_REQUIRED }) }
    setWrong(errors)
    if (checked.value && Object.keys(errors).length === 0) onSave({ body: checked.value, image })
  }

  return (
    <Split>
      <Form
        ref={form}
        card
        aria-labelledby={HEADING}
        errors={Object.keys(wrong).length > 0 ? wrong : refusedFields(refused)}
        onSubmit={send}
      >
        <FormHead id={HEADING} title={heading} />
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
          onChange={setFile}
        />
        <TextAreaField
          name="description"
          label="Description"
          required
          placeholder="What will a student be able to do after this playlist?"
          defaultValue={typed('description')}
        />
        <FormFoot>
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {submit}
          </Button>
        </FormFoot>
      </Form>
      <FormAside
        note={<Note title="What happens next">{note}</Note>}
        preview={<PlaylistPreview playlist={playlist} title={title} category={category} file={file} />}
      />
    </Split>
  )
}
