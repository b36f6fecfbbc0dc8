import { useEffect, useEffectEvent, useState } from 'react'
import { countOf, formatCount } from '#contract/format.ts'
import type { Import } from '#contract/people/imports.ts'
import { downloadCsv } from '#web/core/download-text.ts'
import { useMailMode } from '#web/features/account/auth/options.queries.ts'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { ActionBar } from '#web/ui/form/action-bar.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './import-people.module.css'
import { useLinksFile, useStartImport } from './imports.queries.ts'

interface ImportFootProps {
  file: Import
  /** Its lines; with `createGroups` as they will be once the missing groups exist. */
  lines: Import['lines']
  createGroups: boolean
  onCreateGroups: (createGroups: boolean) => void
}

/** What will happen to the people of a file, how far it is, and the links afterwards. */
export function ImportFoot(props: ImportFootProps) {
  const { file } = props
  const [wantsLinks, setWantsLinks] = useState(false)
  const links = useLinksFile(file._id)
  const download = () => links.mutate(undefined, { onSuccess: (csv) => downloadCsv(csv, 'links.csv') })
  const onDone = useEffectEvent(download)
  const isDone = file.state === 'done'
  useEffect(() => {
    if (isDone && wantsLinks) onDone()
  }, [isDone, wantsLinks])
  if (file.state === 'checked') return <Start {...props} onLinks={() => setWantsLinks(true)} />
  return (
    <ActionBar sticky>
      <p role="status">
        {isDone ? (
          <>
            <b>{countOf(file.done, 'person', 'people')}</b> {file.done === 1 ? 'is' : 'are'} invited or added.
          </>
        ) : (
          <>
            <b>
              {formatCount(file.done)} of {formatCount(file.total)}
            </b>{' '}
            invited. You can close this page.
          </>
        )}
      </p>
      {!isDone && <ProgressLine value={file.done} max={file.total} thick className={styles.progress} />}
      <Button
        busy={links.isPending && 'Downloading...'}
        aria-disabled={!isDone || undefined}
        onClick={isDone ? download : undefined}
      >
        <Icon name="download" size="sm" />
        Download the links
      </Button>
      {isDone && (
        <LinkButton variant="primary" to="/admin/people?tab=invitations">
          See the invitations
        </LinkButton>
      )}
    </ActionBar>
  )
}

interface StartProps extends ImportFootProps {
  onLinks: () => void
}

function Start({ file, lines, createGroups, onCreateGroups, onLinks }: StartProps) {
  const { missingGroups } = file
  const [mails, setMails] = useState(true)
  const mode = useMailMode()
  const start = useStartImport(file._id)
  const invited = lines.filter(({ state }) => state === 'new' || state === 'invited').length
  const added = lines.filter(({ state }) => state === 'exists').length
  const isNobody = invited + added === 0
  const isAdding = invited === 0 && added > 0
  const canMail = mode !== 'none'
  const go = (sendMail: boolean) => {
    if (!isNobody) start.mutate({ createGroups, sendMail })
  }
  return (
    <ActionBar sticky>
      <div className={styles.choices}>
        {missingGroups.length > 0 && (
          <label>
            <input
              type="checkbox"
              checked={createGroups}
              onChange={({ target }) => onCreateGroups(target.checked)}
            />
            <span>{missingText(missingGroups)}</span>
          </label>
        )}
        {canMail ? (
          <label>
            <input type="checkbox" checked={mails} onChange={({ target }) => setMails(target.checked)} />
            <span>Send the invitations by mail</span>
          </label>
        ) : (
          <p>This site sends no mail. Download the links and pass them on.</p>
        )}
      </div>
      <Button
        aria-disabled={isNobody || start.isPending || undefined}
        onClick={() => {
          onLinks()
          go(false)
        }}
      >
        <Icon name="download" size="sm" />
        Download the links
      </Button>
      <Button
        variant="primary"
        busy={start.isPending && 'Starting...'}
        aria-disabled={isNobody || undefined}
        onClick={() => go(canMail && mails)}
      >
        <Icon name="send" size="sm" />
        {isAdding ? 'Add' : 'Invite'} {countOf(isAdding ? added : invited, 'person', 'people')}
      </Button>
    </ActionBar>
  )
}

const NAMED = 3

function missingText(names: readonly string[]): string {
  const quoted = names.slice(0, NAMED).map((name) => `“${name}”`)
  const rest = names.length - quoted.length
  const list = [...quoted, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return names.length === 1 ? `Create the missing group ${list}` : `Create the missing groups ${list}`
}
