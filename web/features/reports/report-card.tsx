import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { ReportGroup, ReportedSubject as Subject } from '#contract/reports/reports.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import styles from './report-card.module.css'
import { useDecideReports } from './report-list.queries.ts'
import { ageText, authorText, KINDS, reasonsText, reportCount, reporterText } from './report-words.ts'

const SuspendDialog = lazyPart(
  async () => (await import('#web/features/account/users/account-changes.tsx')).SuspendDialog,
)

interface ReportCardProps {
  group: ReportGroup
  isOpen: boolean
  onToggle: () => void
  /** Called with `true` when a decision is sent, and with `false` if it is rejected. Success may unmount the card first. */
  onDeciding: (isDeciding: boolean) => void
}

/** Everything about one reported subject, and the decision. */
export function ReportCard({ group, isOpen, onToggle, onDeciding }: ReportCardProps) {
  const id = useId()
  const { subject, author, count, firstAt, reports } = group
  return (
    <article className={styles.card} aria-labelledby={`${id}title`} data-open={isOpen || undefined}>
      <h3 id={`${id}title`}>
        <button type="button" aria-expanded={isOpen} aria-controls={`${id}body`} onClick={onToggle}>
          <span className={styles.line}>
            <span>
              {KINDS[subject.kind]} · {reportCount(count)} · {reasonsText(reports)}
            </span>
            <span className={styles.age}>{ageText(firstAt, Date.now())}</span>
          </span>
          <bdi className={styles.title}>{subject.kind === 'comment' ? subject.text : subject.title}</bdi>
          {subject.kind !== 'user' && (
            <span className={styles.by}>
              by <bdi>{author.username}</bdi>
            </span>
          )}
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
        </button>
      </h3>
      {isOpen && (
        <div id={`${id}body`} className={styles.body}>
          <ReportedSubject subject={subject} />
          <Reports group={group} />
          <Author group={group} />
          <Decision group={group} onDeciding={onDeciding} />
        </div>
      )}
    </article>
  )
}

function Part({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h4 id={id}>{title}</h4>
      {aside && <span className={styles.aside}>{aside}</span>}
      {children}
    </section>
  )
}

function Reports({ group: { reports, count } }: { group: ReportGroup }) {
  const rest = count - reports.length
  return (
    <Part title="Reports" aside={rest > 0 ? `the first ${reports.length} of ${count}` : undefined}>
      <ul className={styles.reports}>
        {reports.map(({ _id, reason, text, createdAt, reporter }) => (
          <li key={_id}>
            <b>{reason}</b>
            {text && (
              <p className={styles.text} dir="auto">
                {text}
              </p>
            )}
            <span className={styles.aside}>
              <bdi>{reporter?.username ?? 'Deleted account'}</bdi>, {createdAt.slice(0, 10)}
              {reporter && ` · ${reporterText(reporter.record)}`}
              {reporter?.suspended && ' · suspended'}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Author({ group: { subject, author } }: { group: ReportGroup }) {
  const [isSuspending, setSuspending] = useState(false)
  const viewer = useCurrentUser()
  const { _id, username, role, createdAt, record, suspended } = author
  const address = role === 'Teacher' ? `/teacher-profile/${_id}` : `/profile/${_id}`
  return (
    <Part title={subject.kind === 'user' ? 'Account' : 'Author'}>
      <div className={styles.author}>
        <Avatar user={author} size={40} />
        <div>
          <TextLink to={address}>
            <bdi>{username}</bdi>
          </TextLink>
          <span className={styles.aside}>
            {role} · joined {createdAt.slice(0, 10)} · {authorText(record)}
          </span>
          {suspended && (
            <span className={styles.aside}>
              <Badge tone="cancel">Suspended</Badge> <bdi>{suspended.reason}</bdi>
            </span>
          )}
        </div>
        {!suspended && viewer?._id !== _id && (
          <Button size="sm" onClick={() => setSuspending(true)}>
            {subject.kind === 'user' ? 'Suspend account' : 'Suspend author'}
          </Button>
        )}
      </div>
      {isSuspending && (
        <Suspense>
          <SuspendDialog user={author} onClose={() => setSuspending(false)} />
        </Suspense>
      )}
    </Part>
  )
}

function Decision({ group, onDeciding }: Pick<ReportCardProps, 'group' | 'onDeciding'>) {
  const { mutate, isPending, error } = useDecideReports(group._id)
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('decision about reports', group._id, { form })
  const { kind } = group.subject
  return (
    <Form
      key={draft.version}
      ref={form}
      aria-label="Decision"
      onChange={draft.store}
      errors={fieldErrors(error)}
      onSubmit={(data) => {
        const state = textOf(data, 'state') === 'removed' ? 'removed' : 'kept'
        onDeciding(true)
        mutate(
          { state, message: textOf(data, 'message') },
          { onSaved: draft.remove, onError: () => onDeciding(false) },
        )
      }}
    >
      <TextAreaField
        name="message"
        label={kind === 'user' ? 'A sentence to the user' : 'A sentence to the author'}
        help="They read it with your decision."
        rows={2}
        defaultValue={draft.text('message', '')}
      />
      <DraftLine draft={draft} />
      <div className={styles.buttons}>
        <Button type="submit" name="state" value="kept" busy={isPending}>
          <Icon name="check" />
          Keep
        </Button>
        {kind !== 'user' && (
          <Button type="submit" variant="danger" name="state" value="removed" aria-disabled={isPending}>
            <Icon name="trash" />
            Remove
          </Button>
        )}
        <span className={styles.aside}>{EFFECTS[kind]}</span>
      </div>
    </Form>
  )
}

const EFFECTS = {
  comment: 'Remove deletes the comment for everyone.',
  course: 'Remove takes the video offline.',
  playlist: 'Remove takes the playlist offline.',
  user: 'A profile stays unless you suspend the account.',
} as const

/** The reported content, with its place and status. */
function ReportedSubject({ subject }: { subject: Subject }) {
  const { kind, text, createdAt, status, hidden } = subject
  return (
    <div className={styles.subject}>
      <div className={styles.context}>
        <Place subject={subject} />
        <span className={styles.aside}>
          <time dateTime={createdAt}>{createdAt.slice(0, 10)}</time>
        </span>
        {status && <Badge tone={status} />}
        {hidden && <Badge tone="pending">Hidden from others</Badge>}
      </div>
      {kind === 'comment' && (
        <blockquote className={styles.quote} dir="auto">
          {text}
        </blockquote>
      )}
      {(kind === 'course' || kind === 'playlist') && (
        <div className={styles.work}>
          {subject.image && (
            <Thumb>
              <Picture image={subject.image} sizes="180px" fallback={{ category: '', seed: subject._id }} />
            </Thumb>
          )}
          <div className={styles.description}>
            <LongText>{text}</LongText>
          </div>
        </div>
      )}
      {kind === 'user' && text && <p dir="auto">{text}</p>}
    </div>
  )
}

function Place({ subject: { kind, _id, title, courseId, playlist } }: { subject: Subject }) {
  if (playlist && courseId !== undefined) {
    return (
      <span>
        {kind === 'comment' ? 'On ' : 'In '}
        {kind === 'comment' && (
          <>
            <TextLink to={`/watch-video/${playlist._id}/${courseId}`}>
              <bdi>{title}</bdi>
            </TextLink>
            {', '}
          </>
        )}
        <TextLink to={`/playlist-details/${playlist._id}`}>
          <bdi>{playlist.title}</bdi>
        </TextLink>
        {kind === 'course' && (
          <>
            {' · '}
            <TextLink to={`/watch-video/${playlist._id}/${courseId}`}>Watch</TextLink>
          </>
        )}
      </span>
    )
  }
  if (kind === 'playlist') return <TextLink to={`/playlist-details/${_id}`}>Open the playlist</TextLink>
  return null
}
