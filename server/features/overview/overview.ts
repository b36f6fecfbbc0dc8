import type { Overview } from '#contract/overview/overview.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { userTotal } from '#server/features/catalog/playlists/totals.ts'
import { SEND_MAIL } from '#server/features/mail/add-mail.ts'
import { waitingTime } from '#server/features/review/desk.ts'
import { countQueue, oldestWaiting } from '#server/features/review/queue.queries.ts'
import { countUnavailable } from '#server/features/video-links/checks/video-checks.queries.ts'
import { countToDo, listDead } from '#server/jobs/jobs.queries.ts'
import { checklistOf } from './checklist.ts'
import { isRemovingDemo } from './demo.ts'
import { jobTitle } from './job-titles.ts'
import {
  countDemoPlaylists,
  countUnsent,
  demoAccounts,
  newestBackups,
  oldestUnavailable,
  openReports,
  openRequests,
} from './overview.queries.ts'
import { measuredNumbers } from './site-numbers.ts'
import { commitOf, versionOf } from './version.ts'

const DAY = 86_400_000
const MAIL_DAYS = 7
const JOBS_SHOWN = 20

type Parts = Pick<AppContext, 'mail' | 'publicUrl' | 'settings'> & { reading: Db }

/** `GET /api/admin/overview`. Nothing in it takes longer on a larger site; what would is measured by a job. */
export async function overviewOf(parts: Parts): Promise<Overview> {
  const { reading: db, mail } = parts
  const [
    waiting,
    { medianHours },
    people,
    { signUps, ...storage },
    jobs,
    mails,
    backup,
    checklist,
    demo,
    version,
    commit,
  ] = await Promise.all([
    waitingOf(db),
    waitingTime(db),
    peopleOf(db),
    measuredNumbers(db),
    failedJobs(db),
    mailsOf(db),
    backupOf(db),
    checklistOf(parts),
    demoOf(db),
    versionOf(),
    commitOf(),
  ])
  return {
    waiting,
    medianHours,
    people: { ...people, signUps },
    storage,
    jobs,
    mail: { mode: mail.mode, ...mails },
    backup,
    version,
    commit,
    checklist,
    demo,
  }
}

async function waitingOf(db: Db): Promise<Overview['waiting']> {
  const [submissions, submittedAt, reports, requests, unavailable, lostAt] = await Promise.all([
    countQueue(db, { state: 'waiting', claimedBy: undefined }),
    oldestWaiting(db),
    openReports(db),
    openRequests(db),
    countUnavailable(db),
    oldestUnavailable(db),
  ])
  return [
    { kind: 'submissions', count: submissions, since: submittedAt },
    { kind: 'reports', ...reports },
    { kind: 'requests', ...requests },
    { kind: 'unavailable', count: unavailable, since: lostAt },
  ]
}

async function peopleOf(db: Db): Promise<Omit<Overview['people'], 'signUps'>> {
  const [accounts, teachers] = await Promise.all([userTotal(db, undefined), userTotal(db, 'Teacher')])
  return { accounts, teachers }
}

async function failedJobs(db: Db): Promise<Overview['jobs']> {
  const { count, jobs } = await listDead(db, JOBS_SHOWN)
  const items = jobs.map(({ id, kind, last_error: error, attempts: tries, run_at: at }) => ({
    _id: id,
    kind,
    title: jobTitle(kind),
    error,
    tries,
    at,
  }))
  return { count, items }
}

async function mailsOf(db: Db): Promise<Omit<Overview['mail'], 'mode'>> {
  const [waiting, unsent] = await Promise.all([
    countToDo(db, SEND_MAIL.name),
    countUnsent(db, Date.now() - MAIL_DAYS * DAY),
  ])
  return { waiting, ...unsent }
}

async function backupOf(db: Db): Promise<Overview['backup']> {
  const { done, failed } = await newestBackups(db)
  const isNewer = failed && (failed.finished_at ?? '') > (done?.finished_at ?? '')
  return {
    last: done ? { at: done.finished_at ?? '', fileName: done.file_name, bytes: done.bytes } : null,
    failed: isNewer ? { at: failed.finished_at ?? '', error: failed.error ?? '' } : null,
  }
}

async function demoOf(db: Db): Promise<Overview['demo']> {
  const accounts = await demoAccounts(db)
  const playlists = accounts.length > 0 ? await countDemoPlaylists(db) : 0
  return { accounts: accounts.length, playlists, isLeaving: await isRemovingDemo(db) }
}
