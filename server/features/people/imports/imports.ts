import { csvOf } from '#contract/csv.ts'
import { GroupName } from '#contract/people/groups.ts'
import {
  COLUMNS,
  IMPORT_REQUIRED,
  IMPORT_STARTED,
  NOBODY_TO_INVITE,
} from '#contract/people/import-messages.ts'
import { type Import, withItsGroups } from '#contract/people/imports.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId, newId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { ImportRow } from '#server/data/people-rows.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { addGroup } from '#server/features/people/groups/groups.ts'
import { linkOf } from '#server/features/people/invitations/invitation-list.ts'
import { groupsOfInvitations } from '#server/features/people/invitations/invitations.queries.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { checkLines } from './check-lines.ts'
import {
  findImport,
  groupsByName,
  insertImport,
  invitationsOfImport,
  updateImport,
} from './imports.queries.ts'
import { readCsv } from './read-csv.ts'
import { RUN_IMPORT } from './run-import.ts'
import { type StoredLines, storedLines, usableLines } from './stored-lines.ts'

export async function importResource(db: Db, id: string): Promise<(ImportRow & Resource) | undefined> {
  const row = isId(id) ? await findImport(db, id) : undefined
  return row && { ...row, access: {} }
}

/** A stored file as the contract has it. */
export function importOf(row: ImportRow): Import {
  const { id: _id, state, done_count: done, created_at: createdAt } = row
  return { _id, ...storedLines(row), state, done, createdAt }
}

/** Checks a file of people and keeps it for 7 days. Throws the 400 AppError if it cannot be read. */
export async function checkImport(db: Db, viewer: Viewer, file: Buffer | undefined): Promise<Import> {
  if (!file) throw invalid('file', IMPORT_REQUIRED)
  const { separator, lines: csv } = readCsv(file)
  const { lines, missingGroups } = await checkLines(db, csv)
  const total = usableLines(lines).length
  const row = {
    id: newId(),
    created_by: viewer.id,
    lines: JSON.stringify({ separator, lines, missingGroups, total } satisfies StoredLines),
    state: 'checked' as const,
    created_at: new Date().toISOString(),
  }
  await insertImport(db, row)
  return importOf({ ...row, done_count: 0 })
}

interface Start {
  createGroups: boolean
  sendMail: boolean
}

interface Started {
  message: string
  file: Import
}

/** Starts the job that invites the people of a checked file. A second start changes nothing. */
export function startImport(
  { db, events, jobs }: Pick<AppContext, 'db' | 'events' | 'jobs'>,
  { viewer, meta }: { viewer: Viewer; meta: RequestMeta },
  { id, createGroups, sendMail }: Start & { id: string },
): Promise<Started> {
  return transaction(db, async (trx, after) => {
    await lockToChange(trx, 'imports', { id })
    const row = await findImport(trx, id)
    if (!row) throw new AppError('not_found', 'Import not found.')
    if (row.state !== 'checked') return { message: IMPORT_STARTED, file: importOf(row) }
    const stored = storedLines(row)
    const lines = createGroups ? stored.lines.map(withItsGroups) : stored.lines
    const total = usableLines(lines).length
    if (total === 0) throw new AppError('invalid', NOBODY_TO_INVITE)
    if (createGroups)
      await addMissingGroups({ db: trx, events, jobs }, { admin: viewer, meta }, stored.missingGroups)
    const started = {
      lines: JSON.stringify({ ...stored, lines, total } satisfies StoredLines),
      state: 'running',
    } as const
    await updateImport(trx, id, started)
    await enqueue(trx, RUN_IMPORT, { payload: { id, sendMail }, dedupe: `import ${id}` })
    const detail = { people: total, createGroups, sendMail }
    await audit(trx, meta, { action: 'import.started', actorId: viewer.id, subject: id, detail })
    after(jobs.wake)
    return {
      message: 'People are being invited.',
      file: importOf({ ...row, ...started }),
    }
  })
}

/** Adds those of these groups that nobody has added since the check. */
async function addMissingGroups(
  site: Pick<AppContext, 'events' | 'jobs'> & { db: Db },
  change: { admin: Viewer; meta: RequestMeta },
  names: readonly string[],
): Promise<void> {
  const known = await groupsByName(site.db, names.map(sortKey))
  for (const name of names.filter((each) => !known.has(sortKey(each)))) {
    await addGroup(site, change, { name: GroupName.parse(name) })
  }
}

/** The links of the people that a file has invited and who have not come yet. */
export async function linksOfImport(
  { db, mail, secrets }: Pick<AppContext, 'db' | 'mail' | 'secrets'>,
  importId: string,
): Promise<string> {
  const invitations = await invitationsOfImport(db, importId)
  const groups = Map.groupBy(
    await groupsOfInvitations(db, { ids: invitations.map(({ id }) => id) }),
    ({ invitation_id }) => invitation_id,
  )
  const rows = invitations.map(({ id, username, email, role }) => {
    const names = (groups.get(id) ?? []).map(({ name }) => name)
    return [username ?? '', email ?? '', role, names.join('|'), linkOf({ mail, secrets }, id)]
  })
  return csvOf([[...COLUMNS, 'link'], ...rows])
}
