import { passkeyHost } from '#contract/account/passkey-host.ts'
import { countOf } from '#contract/format.ts'
import { type Config, originOf } from '#server/config.ts'
import { type Database, type Db, transaction } from '#server/data/database.ts'
import { appliedMigrations, isOutdated, VERSION_BEFORE } from '#server/data/former-migrations.ts'
import { brokenReferences, findingsOf } from '#server/data/integrity.ts'
import { knowsMigration, pendingMigrations } from '#server/data/migrate.ts'
import { recount, wrongCounts } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { countLost, recoverLost } from '#server/features/catalog/trash/trash.queries.ts'
import { unsettledPlaylists } from '#server/features/catalog/versions/rounds.queries.ts'
import { settleMissedRounds } from '#server/features/catalog/versions/rounds.ts'
import { differentDurations } from '#server/features/learning/progress/durations.queries.ts'
import { logProgress, rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { deadJobs, reviveJobs } from '#server/jobs/jobs.queries.ts'
import { type Finding, note, ok, problem, REPAIR, RESTORE } from './finding.ts'
import { countPasskeys } from './pictures.queries.ts'

interface Look {
  findings: Finding[]
  /** The schema matches this program, so further checks may read the rows. */
  legible: boolean
}

export async function lookAtDatabase(db: Database): Promise<Look> {
  const pages = await lookAtPages(db)
  if (pages.some(({ level }) => level !== 'ok')) return { findings: pages, legible: false }
  const rows = [
    ...(await lookAtReferences(db)),
    ...(await lookAtCounts(db)),
    ...(await lookAtTrash(db)),
    await lookAtRounds(db),
    ...(await lookAtDurations(db)),
    await lookAtSearch(db),
    ...(await lookAtJobs(db)),
  ]
  return { findings: [...pages, ...rows], legible: true }
}

async function lookAtPages(db: Database): Promise<Finding[]> {
  const damage = await findingsOf(db)
  if (damage.length > 0)
    return damage.map((finding) => problem(`The database is damaged: ${finding}`, RESTORE))
  const schema = (await appliedMigrations(db)).at(-1)
  if (schema === undefined) return [note('The database is empty.', 'Start the site once.')]
  if (isOutdated(schema))
    return [
      problem(
        `The database is from an older Lectern (${schema}).`,
        `Start Lectern ${VERSION_BEFORE} on it once, then this version.`,
      ),
    ]
  if (!knowsMigration(schema))
    return [problem(`The database was last used by a newer Lectern (${schema}).`, 'Update Lectern.')]
  const pending = await pendingMigrations(db)
  if (pending.length > 0)
    return [
      ok('The pages of the database are whole.'),
      note(
        `${countOf(pending.length, 'change')} of tables will be made at the next start.`,
        'Start the site once.',
      ),
    ]
  return [ok(`The pages and indexes of the database are whole (${schema}).`)]
}

async function lookAtReferences(db: Database): Promise<Finding[]> {
  const broken = await brokenReferences(db)
  if (broken.length === 0) return [ok('Every row points at something that is there.')]
  return broken.map(({ table, parent, rows }) =>
    problem(`${countOf(rows, 'row')} of ${table} point at ${parent} that are gone.`, RESTORE),
  )
}

async function lookAtCounts(db: Database): Promise<Finding[]> {
  const wrong = await wrongCounts(db)
  if (wrong.length === 0) return [ok('Every kept count is the number of its rows.')]
  const repair = async () => `Counted anew: ${countOf(await transaction(db, recount), 'count')} changed.`
  return wrong.map(({ table, column, rows }, index) => ({
    ...problem(`${column} is wrong in ${countOf(rows, 'row')} of ${table}.`, REPAIR),
    ...(index === 0 && { repair }),
  }))
}

async function lookAtTrash(db: Database): Promise<Finding[]> {
  const lost = await countLost(db)
  if (lost === 0) return [ok('Everything that is deleted is in the trash.')]
  const repair = async () => {
    await transaction(db, async (trx) => {
      await recoverLost(trx)
      await recount(trx)
    })
    return 'Made them drafts of their teachers again.'
  }
  return [
    {
      ...problem(
        `${countOf(lost, 'playlist or course', 'playlists or courses')} are deleted and not in the trash.`,
        REPAIR,
      ),
      repair,
    },
  ]
}

async function lookAtRounds(db: Database): Promise<Finding> {
  const { length } = await unsettledPlaylists(db)
  if (length === 0) return ok('Everything that waits for review is in a round.')
  return {
    ...problem(`The review rounds of ${countOf(length, 'playlist')} are wrong.`, REPAIR),
    repair: async () =>
      `Brought up to date: the review rounds of ${countOf(await settleMissedRounds(db), 'playlist')}.`,
  }
}

async function lookAtDurations(db: Database): Promise<Finding[]> {
  const courses = await differentDurations(db)
  if (courses === 0) return []
  const advice = 'Play these videos once as their teacher or an admin, or check their links.'
  return [note(`Players report another duration of ${countOf(courses, 'course')}.`, advice)]
}

async function lookAtSearch(db: Database): Promise<Finding> {
  const faults = await searchFaults(db)
  if (faults === 0) return ok('The search finds what is public and nothing else.')
  return {
    ...problem(`The search index differs from the playlists in ${countOf(faults, 'place')}.`, REPAIR),
    repair: async (progress) => {
      await transaction(db, (trx) => rebuildSearchIndex(trx, logProgress(progress)))
      return 'Made the search index anew.'
    },
  }
}

/** Jobs that failed eight times run no more until somebody looks. */
async function lookAtJobs(db: Db): Promise<Finding[]> {
  const dead = await deadJobs(db)
  if (dead.length === 0) return [ok('No job has failed for good.')]
  const repair = async () =>
    `${countOf(await transaction(db, (trx) => reviveJobs(trx)), 'job')} will run again.`
  return dead.map(({ kind, n, error }, index) => ({
    ...problem(
      `${countOf(n, 'job')} of the kind ${kind} failed eight times: ${error ?? 'no reason'}`,
      REPAIR,
    ),
    ...(index === 0 && { repair }),
  }))
}

const ADVICE = 'Set PUBLIC_URL back, or tell these users to log in in another way and add a new passkey.'

/** Passkeys belong to the host that they were made for, and work on no other. */
export async function lookAtPasskeys(db: Db, config: Config): Promise<Finding[]> {
  const host = passkeyHost(originOf(config))
  const elsewhere = (await countPasskeys(db)).filter((each) => each.host !== host)
  if (elsewhere.length === 0) return [ok('Every passkey belongs to the address of this site.')]
  const here = host === undefined ? 'at this address' : `on ${host}`
  return elsewhere.map((each) =>
    note(`${countOf(each.n, 'passkey')} for ${each.host} cannot be used ${here}.`, ADVICE),
  )
}
