import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { csvOf } from '#contract/csv.ts'
import { formatCount } from '#contract/format.ts'
import {
  COLUMNS,
  IMPORT_LINES_MAX,
  IMPORT_MAX_BYTES,
  IMPORT_TOO_LARGE,
} from '#contract/people/import-messages.ts'
import { type Import, withItsGroups } from '#contract/people/imports.ts'
import { fieldErrors, isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { downloadCsv } from '#web/core/download-text.ts'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { RowSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { DropPrompt } from '#web/ui/form/drop-prompt.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ImportFoot } from './import-foot.tsx'
import styles from './import-people.module.css'
import { ImportTable } from './import-table.tsx'
import { importOf, useCheckFile, useImportProgress } from './imports.queries.ts'

const FILES = '.csv,text/csv'

interface ImportPeopleProps {
  /** The checked file of the address. */
  importId: string | undefined
  onChecked: (importId: string) => void
}

/** A CSV file of people: it is checked first, then its people are invited. */
export function ImportPeople({ importId, onChecked }: ImportPeopleProps) {
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  const check = useCheckFile()
  const [fileName, setFileName] = useState<string>()
  const [isTooLarge, setTooLarge] = useState(false)

  function send(file: File | undefined): void {
    if (!file || check.isPending) return
    setFileName(file.name)
    setTooLarge(file.size > IMPORT_MAX_BYTES)
    if (file.size > IMPORT_MAX_BYTES) return
    check.mutate(file, { onSuccess: ({ _id }) => onChecked(_id) })
  }
  const zone = useDropzone({
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: ([file]) => send(file),
  })
  const error = isTooLarge ? IMPORT_TOO_LARGE : (fieldErrors(check.error)?.file ?? check.error?.message)

  return (
    <div {...zone.getRootProps({ role: undefined, tabIndex: undefined })} className={styles.zone}>
      <input
        ref={input}
        id={inputId}
        type="file"
        accept={FILES}
        className="sr"
        hidden={importId !== undefined}
        aria-label="CSV file"
        aria-describedby={error === undefined ? undefined : `${inputId}error`}
        aria-invalid={error !== undefined || undefined}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          send(file)
        }}
      />
      {error !== undefined && (
        <p id={`${inputId}error`} role="alert" className={styles.error}>
          <Icon name="alert-circle" size="sm" />
          <span>
            {fileName !== undefined && <b>{fileName}: </b>}
            {error}
          </span>
        </p>
      )}
      {importId === undefined ? (
        <Prompt inputId={inputId} over={zone.isDragActive} isChecking={check.isPending} />
      ) : (
        <CheckedFile
          key={importId}
          importId={importId}
          fileName={fileName}
          isChecking={check.isPending}
          onAnother={() => input.current?.click()}
        />
      )}
    </div>
  )
}

const EXAMPLE = csvOf([COLUMNS, ['Anna Schmidt', 'anna@school.example', 'Student', 'Class 7b|Film club']])

function Prompt({ inputId, over, isChecking }: { inputId: string; over: boolean; isChecking: boolean }) {
  return (
    <>
      <div className={styles.drop}>
        <DropPrompt htmlFor={inputId} over={over} icon={<Icon name="upload" />}>
          <strong>{isChecking ? 'Checking the file…' : 'Choose a CSV file, or drop it here'}</strong>
          <span>Nobody is invited before you have seen the preview.</span>
        </DropPrompt>
      </div>
      <p className={styles.help}>
        The first line names the columns: name, email, role, groups. Several groups are separated by |;
        without a role people are students. At most {formatCount(IMPORT_LINES_MAX)} lines and 1 MiB.{' '}
        <button type="button" onClick={() => downloadCsv(EXAMPLE, 'people.csv')}>
          Download an example
        </button>
      </p>
    </>
  )
}

interface CheckedFileProps {
  importId: string
  fileName: string | undefined
  isChecking: boolean
  onAnother: () => void
}

function CheckedFile({ importId, fileName, isChecking, onAnother }: CheckedFileProps) {
  const file = useQuery(importOf(useCall(), importId))
  const [createGroups, setCreateGroups] = useState(false)
  useImportProgress(importId)
  const another = (
    <Button size="sm" busy={isChecking && 'Checking...'} onClick={onAnother}>
      <Icon name="upload" size="sm" />
      Choose another file
    </Button>
  )
  if (file.isPending) {
    return (
      <Loading what="file">
        <RowSkeletons count={5} />
      </Loading>
    )
  }
  if (!file.data && isNotFound(file.error)) {
    return (
      <div className={styles.gone}>
        <p>This file was deleted: files are kept for 7 days.</p>
        {another}
      </div>
    )
  }
  if (!file.data) return <LoadFailed drawing="people" error={file.error} onRetry={file.refetch} />
  const { separator } = file.data
  const lines = createGroups ? file.data.lines.map(withItsGroups) : file.data.lines
  return (
    <>
      <section className={styles.panel} aria-labelledby="preview">
        <div className={styles.file}>
          <span className={styles.icon}>
            <Icon name="spreadsheet" />
          </span>
          <div>
            <h2 id="preview">{fileName ?? 'Your file'}</h2>
            <small className={styles.facts}>
              {formatCount(lines.length)} {lines.length === 1 ? 'line' : 'lines'} · {SEPARATORS[separator]}
            </small>
          </div>
          {another}
        </div>
        <Summary lines={lines} />
        <ImportTable lines={lines} />
      </section>
      <ImportFoot
        file={file.data}
        lines={lines}
        createGroups={createGroups}
        onCreateGroups={setCreateGroups}
      />
    </>
  )
}

const SEPARATORS: Record<Import['separator'], string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

const KINDS = [
  { state: 'new', word: 'new' },
  { state: 'exists', word: 'account exists' },
  { state: 'invited', word: 'already invited' },
] as const

function Summary({ lines }: Pick<Import, 'lines'>) {
  const bad = lines.filter(({ state }) => state === 'bad')
  const counts = KINDS.map(({ state, word }) => ({
    state,
    word,
    count: lines.filter((line) => line.state === state).length,
  }))
  return (
    <div className={styles.summary}>
      <ul>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ state, word, count }) => (
            <li key={state} className={styles[state]}>
              <b>{formatCount(count)}</b> {word}
            </li>
          ))}
        {bad.length > 0 && (
          <li className={styles.bad}>
            <b>{formatCount(bad.length)}</b> {bad.length === 1 ? 'bad line' : 'bad lines'}
          </li>
        )}
      </ul>
      {bad.length > 0 && (
        <button type="button" onClick={() => downloadCsv(badLines(bad), 'bad-lines.csv')}>
          Download the bad lines
        </button>
      )}
    </div>
  )
}

/** The lines to correct, with what is wrong in a column that the check ignores. */
function badLines(lines: Import['lines']): string {
  return csvOf([
    [...COLUMNS, 'problem'],
    ...lines.map(({ name, email, role, groups, message }) => [name, email, role, groups.join('|'), message]),
  ])
}
