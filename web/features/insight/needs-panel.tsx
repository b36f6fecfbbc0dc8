import { type ReactNode, useId, useState } from 'react'
import { countOf } from '#contract/format.ts'
import type { Need, NeedKind, NeedSubject } from '#contract/insight/needs.ts'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import { formatDate, formatSince } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { type KeptDraft, useKeptDrafts } from './needs.queries.ts'
import styles from './needs-panel.module.css'

/** What waits for the teacher, each with a button that leads to its place. Absent when nothing waits. */
export function NeedsPanel({ needs }: { needs: readonly Need[] }) {
  const heading = useId()
  const drafts = useKeptDrafts()
  const rows = needs.length + (drafts.length > 0 ? 1 : 0)
  if (rows === 0) return null
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <h2 id={heading}>
        Needs you <span>{rows}</span>
      </h2>
      <ul>
        {needs.map((need) => (
          <NeedRow key={need.kind} need={need} />
        ))}
        <DraftRows drafts={drafts} />
      </ul>
    </section>
  )
}

interface KindOfNeed {
  icon: IconName
  tone: 'bad' | 'good'
  sentence: (need: Need, first: NeedSubject) => ReactNode
  /** How many subjects the sentence names. */
  named: number
  detail: (since: string) => ReactNode
  button: string
  addressOf: (subject: NeedSubject) => string
  /** The filter of the table that shows them all. */
  filter: string
}

const build = ({ kind, _id, playlistId }: NeedSubject) =>
  `/teacher-dashboard/build/${playlistId}${kind === 'course' ? `?course=${_id}` : ''}`
const replacement = (subject: NeedSubject) => `${build(subject)}#replace`

const KINDS: Record<NeedKind, KindOfNeed> = {
  changes: {
    icon: 'message-report',
    tone: 'bad',
    sentence: (_, subject) => (
      <>
        <b>{subject.admin ?? 'An admin'} requested changes</b> to {quoted(subject)}
        {subject.notes ? `: ${countOf(subject.notes, 'note')}.` : '.'}
      </>
    ),
    named: 1,
    detail: (since) => <RelativeTime at={since} />,
    button: 'See the notes',
    addressOf: (subject) => `${build(subject)}#notes`,
    filter: 'needs=true',
  },
  files: {
    icon: 'video-off',
    tone: 'bad',
    sentence: ({ count, subjects }) => (
      <>
        <b>{countOf(count, 'file')} could not be prepared:</b> {listed(subjects)}.
      </>
    ),
    named: 3,
    detail: (since) => <RelativeTime at={since} />,
    button: 'Replace',
    addressOf: replacement,
    filter: 'needs=true',
  },
  unavailable: {
    icon: 'unlink',
    tone: 'bad',
    sentence: ({ since }, subject) => (
      <>
        <b>{quoted(subject)}</b> is unavailable since{' '}
        <RelativeTime at={since}>{formatDate(since)}</RelativeTime>.
      </>
    ),
    named: 1,
    detail: () => 'Students cannot watch it.',
    button: 'Replace the video',
    addressOf: replacement,
    filter: 'needs=true',
  },
  ready: {
    icon: 'checks',
    tone: 'good',
    sentence: (_, subject) => (
      <>
        <b>{quoted(subject)}</b> is ready to submit.
      </>
    ),
    named: 1,
    detail: () => 'Every required check is done.',
    button: 'Submit for review',
    addressOf: (subject) => `${build(subject)}#submit`,
    filter: 'stage=draft',
  },
}

function NeedRow({ need }: { need: Need }) {
  const { icon, tone, sentence, named, detail, button, addressOf, filter } = KINDS[need.kind]
  const [first] = need.subjects
  const others = need.count - Math.min(named, need.subjects.length)
  if (!first) return null
  const more = others > 0 && (
    <TextLink inline to={`/teacher-dashboard?${filter}`}>
      and {others} more
    </TextLink>
  )
  return (
    <Row
      icon={icon}
      tone={tone}
      button={button}
      to={addressOf(first)}
      detail={detail(need.since)}
      more={more}
    >
      {sentence(need, first)}
    </Row>
  )
}

/** The newest of the drafts, or all of them. */
function DraftRows({ drafts }: { drafts: readonly KeptDraft[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? drafts : drafts.slice(0, 1)
  const others = drafts.length - shown.length
  return shown.map(({ title, at, address }) => (
    <Row
      key={address}
      icon="edit"
      tone="good"
      button="Continue"
      to={address}
      detail="Kept in this browser"
      more={
        others > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setShowsAll(true)}>
            and {others} more
          </Button>
        )
      }
    >
      <b>Unsaved text</b> in “<bdi>{title}</bdi>” from <RelativeTime at={at}>{formatSince(at)}</RelativeTime>.
    </Row>
  ))
}

interface RowProps {
  icon: IconName
  tone: 'bad' | 'good'
  detail: ReactNode
  button: string
  to: string
  /** How many others there are. */
  more: ReactNode
  children: ReactNode
}

function Row({ icon, tone, detail, button, to, more, children }: RowProps) {
  const id = useId()
  return (
    <li>
      <span className={styles.icon} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <div id={id}>
        <p>{children}</p>
        <small>
          {detail}
          {more && <> · {more}</>}
        </small>
      </div>
      <LinkButton size="sm" to={to} aria-describedby={id}>
        {button}
      </LinkButton>
    </li>
  )
}

const quoted = ({ title }: NeedSubject) => (
  <>
    “<bdi>{title}</bdi>”
  </>
)

/** `“Closures”, “Modules” and “Notes”` */
function listed(subjects: readonly NeedSubject[]): ReactNode[] {
  return subjects.map((subject, index) => (
    <span key={subject._id}>
      {index > 0 && (index === subjects.length - 1 ? ' and ' : ', ')}
      {quoted(subject)}
    </span>
  ))
}
