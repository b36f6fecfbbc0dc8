import type { Decision, PersonPage } from '#contract/people/people.ts'
import { DELETED_DAYS } from '#contract/people/people-words.ts'
import { hasPassword } from '#server/auth/passwords.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { liveSessions } from '#server/features/account/auth/sessions.ts'
import { suspensionOf } from '#server/features/account/users/user-rows.queries.ts'
import { findAccount } from '#server/features/account/users/users.queries.ts'
import { usedBytes } from '#server/features/video/uploads.queries.ts'
import { type Confirming, readPeople } from './people-list.ts'
import {
  accountFacts,
  decisionsByState,
  learningNumbers,
  newestDecisions,
  newestPlaylists,
  newestReports,
  playlistsByStatus,
  reportsByState,
} from './person.queries.ts'

const DAY_MS = 86_400_000
const NEWEST = 5

interface PersonParts extends Confirming {
  mail: AppContext['mail']
  settings: AppContext['settings']
}

/** Somebody whom an admin opens, also while their account is deleted. */
export async function findPerson(
  db: Db,
  id: string,
): Promise<({ id: string; username: string } & Resource) | undefined> {
  const account = isId(id) ? await findAccount(db, id) : undefined
  return account && { id, username: account.username, access: { ownerId: id } }
}

/** Everything that admins see of an account. */
export async function readPerson(db: Db, parts: PersonParts, userId: string): Promise<PersonPage> {
  const of = { userId }
  const [[listed], facts, used] = await Promise.all([
    readPeople(db, parts, [userId]),
    accountFacts(db, userId),
    usedBytes(db, { ownerId: userId, now: new Date().toISOString() }),
  ])
  if (!(listed && facts)) throw new Error('An account that was found is gone.')
  const [content, learning, decisions, sessions] = await Promise.all([
    contentOf(db, userId),
    learningNumbers(db, of),
    decisionsOf(db, userId),
    liveSessions(db, { id: userId, sessionId: '', isAdmin: listed.isAdmin }),
  ])
  const [numbers] = learning
  return {
    person: {
      ...listed,
      emailVerified: facts.email_verified_at !== null,
      ...(listed.role === 'Teacher' && { trusted: facts.trusted === 1 }),
      ...suspensionOf(facts),
      ...deletionOf(facts, userId),
      hasPassword: hasPassword(facts.password_hash),
      hasAuthenticator: facts.authenticator_at !== null,
      passkeys: Number(facts.passkeys),
    },
    space: {
      usedBytes: used,
      quotaGb: facts.quota_gb,
      siteQuotaGb: await parts.settings.get('uploadQuotaGb'),
    },
    content,
    learning: {
      started: Number(numbers?.started ?? 0),
      done: Number(numbers?.done ?? 0),
      minutes: Math.round(Number(numbers?.seconds ?? 0) / 60),
    },
    sessions: sessions.map(({ current: _current, ...session }) => session),
    decisions,
    resetBy: parts.mail.mode === 'none' ? 'code' : 'mail',
  }
}

type Facts = NonNullable<Awaited<ReturnType<typeof accountFacts>>>

function deletionOf(facts: Facts, userId: string): Pick<PersonPage['person'], 'deleted'> {
  const { deleted_at: at, deleted_by, deleter: by } = facts
  if (at === null) return {}
  const until = new Date(Date.parse(at) + DELETED_DAYS * DAY_MS).toISOString()
  return { deleted: { at, until, by, own: deleted_by === userId } }
}

async function contentOf(db: Db, userId: string): Promise<PersonPage['content']> {
  const [counts, playlists] = await Promise.all([
    playlistsByStatus(db, { userId }),
    newestPlaylists(db, { userId }),
  ])
  const kept = counts.filter(({ in_trash }) => Number(in_trash) === 0)
  const sum = (rows: typeof counts, key: 'n' | 'videos') =>
    rows.reduce((all, row) => all + Number(row[key]), 0)
  const approved = kept.filter(({ status }) => status === 'approved')
  const waiting = kept.filter(({ status }) => status === 'pending' || status === 'processing')
  return {
    approved: sum(approved, 'n'),
    waiting: sum(waiting, 'n'),
    others: sum(kept, 'n') - sum(approved, 'n') - sum(waiting, 'n'),
    inTrash: sum(counts, 'n') - sum(kept, 'n'),
    videos: sum(kept, 'videos'),
    playlists: playlists.map(({ id, title, courses_count: coursesCount, status }) => ({
      _id: id,
      title,
      coursesCount,
      status,
    })),
  }
}

async function decisionsOf(db: Db, userId: string): Promise<PersonPage['decisions']> {
  const [states, decided, reports, reported] = await Promise.all([
    decisionsByState(db, { userId }),
    newestDecisions(db, { userId }),
    reportsByState(db, { userId }),
    newestReports(db, { userId }),
  ])
  const count = (rows: { state: string; n: number }[], state: string) =>
    Number(rows.find((row) => row.state === state)?.n ?? 0)
  const newest = [
    ...decided.flatMap(({ state, at, by, subject: kind, message: text, playlist, course }): Decision[] =>
      at !== null && (state === 'approved' || state === 'changes' || state === 'rejected')
        ? [{ at, state, by, subject: { kind, title: kind === 'course' ? course : playlist }, text }]
        : [],
    ),
    ...reported.flatMap(
      ({ state, at, by, subject_kind: kind, reason: text, playlist, course }): Decision[] =>
        at !== null && (state === 'kept' || state === 'removed')
          ? [{ at, state, by, subject: { kind, title: kind === 'playlist' ? playlist : course }, text }]
          : [],
    ),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1))
  return {
    approved: count(states, 'approved'),
    changes: count(states, 'changes'),
    rejected: count(states, 'rejected'),
    reportsKept: count(reports, 'kept'),
    reportsRemoved: count(reports, 'removed'),
    newest: newest.slice(0, NEWEST),
  }
}
