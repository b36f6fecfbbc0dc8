import { useQuery } from '@tanstack/react-query'
import { Fragment, type RefObject, useId, useRef, useState } from 'react'
import type { CallReply } from '#contract/api.ts'
import { CAPTIONS_MAX_BYTES, CAPTIONS_TOO_LARGE, type Captions } from '#contract/captions/captions.ts'
import type { Course } from '#contract/catalog/courses.ts'
import { countOf, formatTime } from '#contract/format.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { downloadText } from '#web/core/download-text.ts'
import { notify } from '#web/core/toasts.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { ConfirmDelete } from '#web/ui/overlay/confirm-delete.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './captions-section.module.css'
import { captionsOf, useDownloadCaptions, useRemoveCaptions, useSaveCaptions } from './editing.queries.ts'

interface CaptionsSectionProps {
  course: Pick<Course, '_id' | 'videoTitle'>
  viewer: string
  /** Languages to choose from, sorted by name. */
  languages: readonly { value: string; label: string }[]
  /** The language to begin with. */
  language: string
  /** The address of the editor for captions. */
  editAddress: (language: string) => string
}

const FILES = '.vtt,.srt,text/vtt,application/x-subrip'

/** The captions of a video by language, and a file for another one. */
export function CaptionsSection({ course, viewer, languages, language, editAddress }: CaptionsSectionProps) {
  const { data: captions = [] } = useQuery(captionsOf(useCall(), viewer, course._id))
  const heading = useRef<HTMLHeadingElement>(null)
  const [toDelete, setToDelete] = useState<Captions>()
  const upload = useUpload(course._id)
  const saved = captions.some(({ _id }) => _id === upload.saved?.captions._id) ? upload.saved : undefined
  const download = useDownloadCaptions(course._id)
  const remove = useRemoveCaptions(course._id)
  const free = languages.filter(({ value }) => captions.every((each) => each.language !== value))

  return (
    <section className={styles.captions} aria-labelledby="captions">
      <h3 id="captions" ref={heading} tabIndex={-1}>
        Captions
      </h3>
      {captions.length > 0 && (
        <ul>
          {captions.map((each) => (
            <li key={each._id}>
              <span className={styles.name}>
                <b>{each.label}</b>
                <small>{countOf(each.cuesCount, 'cue')}</small>
                {each.origin === 'auto' && <Badge tone="pending">Auto, not checked yet</Badge>}
              </span>
              <EditLink captions={each} to={editAddress(each.language)} />
              <MoreMenu
                name={each.label}
                items={[
                  {
                    label: 'Download',
                    run: () =>
                      download.mutate(each, {
                        onSuccess: (vtt) => downloadText(vtt, fileName(course.videoTitle, each.language)),
                      }),
                  },
                  { label: 'Replace', run: () => upload.choose(each.language) },
                  { label: 'Delete', danger: true, run: () => setToDelete(each) },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <AddCaptions key={free.length} options={free} language={language} upload={upload} />
      {upload.error !== undefined && (
        <p className={styles.error} role="alert">
          <Icon name="alert-circle" size="sm" />
          {upload.error}
        </p>
      )}
      {saved && <SavedCaptions saved={saved} />}
      {toDelete && (
        <ConfirmDelete
          resource={toDelete}
          title={`Delete “${toDelete.label}”?`}
          action="Delete captions"
          text="The transcript in this language goes with them. This cannot be undone."
          remove={remove}
          heading={heading}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </section>
  )
}

function EditLink({ captions: { origin, label }, to }: { captions: Captions; to: string }) {
  const action = origin === 'auto' ? 'Check' : 'Edit'
  return (
    <LinkButton size="sm" to={to} aria-label={`${action}: ${label}`}>
      {action}
    </LinkButton>
  )
}

interface AddCaptionsProps {
  options: readonly { value: string; label: string }[]
  language: string
  upload: ReturnType<typeof useUpload>
}

function AddCaptions({ options, language, upload }: AddCaptionsProps) {
  const id = useId()
  const [chosen, setChosen] = useState(
    options.find(({ value }) => value === language)?.value ?? options[0]?.value ?? '',
  )
  return (
    <div className={styles.add}>
      <label className="sr" htmlFor={id}>
        Language of the captions
      </label>
      <select id={id} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Button size="sm" busy={upload.isPending && 'Uploading...'} onClick={() => upload.choose(chosen)}>
        <Icon name="plus" size="sm" />
        Add captions
      </Button>
      <FileInput input={upload.input} onFile={upload.send} />
      <small>A .vtt or .srt file, at most 1 MB.</small>
    </div>
  )
}

/** Opened by the buttons, so it is not among the fields. */
function FileInput({
  input,
  onFile,
}: {
  input: RefObject<HTMLInputElement | null>
  onFile: (file: File) => void
}) {
  return (
    <input
      ref={input}
      type="file"
      accept={FILES}
      hidden
      aria-label="Captions file"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        currentTarget.value = ''
        if (file) onFile(file)
      }}
    />
  )
}

/** Sends a chosen file. The server reads it, and says what it has read or which line is wrong. */
function useUpload(courseId: string) {
  const save = useSaveCaptions(courseId)
  const input = useRef<HTMLInputElement>(null)
  const language = useRef('')
  const [isTooLarge, setTooLarge] = useState(false)
  const [saved, setSaved] = useState<CallReply<'captions.save'>>()

  function send(file: File): void {
    setSaved(undefined)
    setTooLarge(file.size > CAPTIONS_MAX_BYTES)
    if (file.size > CAPTIONS_MAX_BYTES) return
    const onSuccess = (reply: CallReply<'captions.save'>) => {
      notify.success(reply.message)
      setSaved(reply)
    }
    save.mutate({ language: language.current, file }, { onSuccess })
  }
  return {
    input,
    isPending: save.isPending,
    saved,
    error: isTooLarge ? CAPTIONS_TOO_LARGE : (fieldErrors(save.error)?.file ?? save.error?.message),
    choose(wanted: string) {
      language.current = wanted
      input.current?.click()
    },
    send,
  }
}

function fileName(title: string, language: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return `${words.join('-') || 'captions'}.${language}.vtt`
}

type Saved = CallReply<'captions.save'>

/** How a file was read, for its teacher to check: its first cues, and what may be wrong with it. */
function SavedCaptions({ saved: { captions, warning, encoding, firstCues } }: { saved: Saved }) {
  return (
    <div className={styles.saved} role="status">
      {warning !== undefined && <Warning>{warning}</Warning>}
      {encoding !== undefined && (
        <Warning>
          {`The file is not in UTF-8. It was read as ${encoding}. If letters are wrong, save it as UTF-8 and replace it.`}
        </Warning>
      )}
      <p>{`${captions.label} begins like this. Check it here or with Edit. Comments, styles and positions are not kept.`}</p>
      <dl lang={captions.language}>
        {firstCues.map(({ start, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cues never change their order
          <Fragment key={index}>
            <dt>{formatTime(start)}</dt>
            <dd dir="auto">{text}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <p className={styles.warning}>
      <Icon name="alert-triangle" size="sm" />
      {children}
    </p>
  )
}
