import { useQuery } from '@tanstack/react-query'
import { countOf } from '#contract/format.ts'
import type { Decision, PersonPage } from '#contract/people/people.ts'
import { useCall } from '#web/core/app-context.tsx'
import { auditAboutOf } from '#web/features/people/directory/person.queries.ts'
import { actionText } from '#web/features/review/audit.ts'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import styles from './person.module.css'
import { PersonBox } from './person-box.tsx'

const DECIDED: Record<Decision['state'], string> = {
  approved: 'approved',
  changes: 'requested changes to',
  rejected: 'did not accept',
  kept: 'was kept',
  removed: 'led to a removal',
}

const KINDS: Record<Decision['subject']['kind'], string> = {
  playlist: 'a playlist',
  course: 'a video',
  comment: 'a comment',
  user: 'the profile',
}

/** The last decisions about the work of the person, and reports about it. */
export function PersonDecisions({ decisions }: { decisions: PersonPage['decisions'] }) {
  const { approved, changes, rejected, reportsKept, reportsRemoved, newest } = decisions
  const counts = [
    ...(approved > 0 ? [`${approved} approved`] : []),
    ...(changes > 0 ? [`${countOf(changes, 'time', 'times')} changes requested`] : []),
    ...(rejected > 0 ? [`${rejected} not accepted`] : []),
    ...(reportsKept > 0 ? [`${countOf(reportsKept, 'report')} kept`] : []),
    ...(reportsRemoved > 0 ? [`${countOf(reportsRemoved, 'report')} with a removal`] : []),
  ]
  return (
    <PersonBox
      title="Decisions and reports"
      aside={counts.length > 0 && <span className={styles.aside}>{counts.join(' · ')}</span>}
    >
      {newest.length === 0 && <p className={styles.hint}>Nothing was decided yet.</p>}
      <ul className={styles.log}>
        {newest.map((decision) => (
          <li key={`${decision.at} ${decision.subject.title}`}>
            <time dateTime={decision.at}>{formatDate(decision.at)}</time>
            <DecisionText decision={decision} />
          </li>
        ))}
      </ul>
    </PersonBox>
  )
}

function DecisionText({ decision: { state, by, subject, text } }: { decision: Decision }) {
  const what = subject.title === null ? KINDS[subject.kind] : <b dir="auto">{subject.title}</b>
  if (state === 'kept' || state === 'removed')
    return (
      <span>
        A report about {subject.kind === 'comment' && 'a comment on '}
        {what} (“{text}”) {DECIDED[state]}.
      </span>
    )
  return (
    <span>
      <b dir="auto">{by ?? 'The site'}</b> {DECIDED[state]} {what}
      {text !== '' && text !== 'trusted' && (
        <>
          : “<bdi>{text}</bdi>”
        </>
      )}
      .
    </span>
  )
}

/** What the person did last, and what was done to the account. */
export function PersonAudit({ person: { _id, username } }: { person: PersonPage['person'] }) {
  const entries = useQuery(auditAboutOf(useCall(), _id)).data ?? []
  const address = `/admin/audit?${new URLSearchParams({ user: _id, name: username })}`
  return (
    <PersonBox title="Audit" aside={<TextLink to={address}>Everything</TextLink>}>
      {entries.length === 0 && <p className={styles.hint}>Nothing in the audit log yet.</p>}
      <ul className={styles.log}>
        {entries.map(({ _id: id, at, action, user, subject, subjectTitle }) => (
          <li key={id}>
            <time dateTime={at}>{formatDate(at)}</time>
            <span>
              <b dir="auto">{user?.username ?? 'Not logged in'}</b>: {actionText(action)}
              {subjectTitle !== null && subject !== user?._id && (
                <>
                  {' · '}
                  <bdi>{subjectTitle}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </PersonBox>
  )
}
