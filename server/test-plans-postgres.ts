import type pg from 'pg'
import { z } from 'zod'
import { LARGE } from './test-plans.ts'

/** One step of a plan, with the steps that it reads from. */
interface Step {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Index Cond'?: string | undefined
  Filter?: string | undefined
  'Presorted Key'?: string[] | undefined
  Plans: Step[]
}

const text = z.string().optional()
const Step: z.ZodType<Step> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': text,
    'Index Name': text,
    'Index Cond': text,
    Filter: text,
    'Presorted Key': z.array(z.string()).optional(),
    Plans: z.array(Step).default([]),
  }),
)
const Explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Step })) }))

const Index = z.object({ name: z.string(), table: z.string(), column: z.string() })
/** Each with its first column, by name. */
type Indexes = Map<string, z.output<typeof Index>>

async function indexesOf(client: pg.Client): Promise<Indexes> {
  const { rows } = await client.query(`
    select named.relname as name, on_table.relname as table, coalesce(attname, '') as column from pg_index
    join pg_class as named on named.oid = indexrelid join pg_class as on_table on on_table.oid = indrelid
    left join pg_attribute on attrelid = indrelid and attnum = indkey[0]`)
  return new Map(
    z
      .array(Index)
      .parse(rows)
      .map((index) => [index.name, index]),
  )
}

/** As tables here; on SQLite the index is not one that can be read whole. */
const LARGE_TOO = [...LARGE, 'search_index', 'restricted_index']

/** Takes all rows of what is below it before it gives one. */
const TAKES_ALL = /^(Sort|Aggregate|Hash|Materialize|Bitmap|ModifyTable|SetOp|Unique)/

/** Columns with few different values: a match on one is a large part of the table. */
const OF_FEW_VALUES = ['status', 'shown', 'role']

/** Whether the scan uses a selective condition, and not only a start position or a large part of the table. */
function leadsToPlace({ 'Index Cond': condition = '' }: Step, first: string): boolean {
  const equal = [...condition.matchAll(/(\w+) = /g)].map(([, column = '']) => column)
  return equal.includes(first) && equal.some((column) => !OF_FEW_VALUES.includes(column))
}

/** The rows are already sorted by one playlist or one teacher: the rest of the sort is within it. */
function sortsWithinOne(step: Step): boolean {
  return (step['Presorted Key'] ?? []).some((key) => /\b(users\.id|playlists\.id|playlist_id)\b/.test(key))
}

/** Asked for words alone of which it is known that few playlists have them. */
const OF_RARE_WORDS = ['search_index_lexemes', 'restricted_index_lexemes']
/** Admins alone are in it, and they are few: it may be read whole. */
const OF_ADMINS = 'users_admins'
/** Few pending playlists have no video, and the review desk passes over them. */
const OF_EMPTY = 'playlists_empty'
/** What was deleted within 30 days is few, and may be read whole. */
const OF_TRASH = ['playlists_trash', 'courses_trash']
/** So is what waits for its teacher. */
const OF_NEEDS = ['revisions_changes', 'videos_failed', 'courses_playlist_unavailable']
/** The figures of the site count the teachers who have published something, and their answer is cached. */
const OF_PUBLISHING = 'users_publishing'
/** So are suspended accounts, and those that were deleted within 14 days. */
const OF_ACCOUNTS = ['users_deleted', 'users_suspended']
/** So are reports and requests that wait for an admin, mails that were not sent, and the accounts of the demo. */
const OF_OVERVIEW = [
  'reports_waiting',
  'reports_subject',
  'reports_once',
  'teacher_requests_open',
  'mails_unsent',
  'users_demo',
]
/** These indexes may be read whole. */
const OF_FEW = [
  ...OF_RARE_WORDS,
  OF_ADMINS,
  OF_EMPTY,
  OF_PUBLISHING,
  ...OF_TRASH,
  ...OF_NEEDS,
  ...OF_ACCOUNTS,
  ...OF_OVERVIEW,
]
const NOT_AMONG_FEW = /^\(+NOT .*SubPlan/

/** The rows come from what was given with the question, as the thousand that a search ranks. */
function sortsWhatWasGiven({ 'Node Type': kind, 'Index Name': index, Plans: [first] }: Step): boolean {
  if (first) return sortsWhatWasGiven(first)
  return kind === 'Function Scan' || kind === 'CTE Scan' || OF_RARE_WORDS.includes(index ?? '')
}

function sortFault(step: Step): string | undefined {
  if (step['Node Type'] === 'Incremental Sort')
    return sortsWithinOne(step) ? undefined : 'sorts what has the same beginning'
  return sortsWhatWasGiven(step) ? undefined : 'sorts anew'
}

interface PlanContext {
  indexes: Indexes
  /** A step above reads no more rows than a page has. */
  endsWithPage: boolean
}

/** Few rows are drafts (decision 0039), and few are in the trash, so a page passes over few. */
const PASSES_OVER_FEW = ["(status <> 'draft'::text)", '(trash_id IS NULL)']

function scanFault(step: Step, { indexes, endsWithPage }: PlanContext): string | undefined {
  const index = indexes.get(step['Index Name'] ?? '')
  const table = index?.table ?? step['Relation Name'] ?? ''
  if (!LARGE_TOO.includes(table)) return undefined
  if (!index) return `reads all of ${table}`
  if (OF_FEW.includes(index.name) || leadsToPlace(step, index.column)) return undefined
  if (!endsWithPage) return `reads much of ${table} by ${index.name}`
  const { Filter: filter } = step
  const isFew = filter === undefined || PASSES_OVER_FEW.includes(filter) || NOT_AMONG_FEW.test(filter)
  return isFew ? undefined : `passes over rows of ${table} by ${index.name}: ${filter}`
}

function faultOf(step: Step, context: PlanContext): string | undefined {
  const kind = step['Node Type']
  if (kind.endsWith('Sort')) return sortFault(step)
  // The step below a bitmap scan finds its rows.
  return kind.endsWith('Scan') && kind !== 'Bitmap Heap Scan' ? scanFault(step, context) : undefined
}

function faultsOf(step: Step, context: PlanContext): string[] {
  const kind = step['Node Type']
  const endsWithPage = kind === 'Limit' || (context.endsWithPage && !TAKES_ALL.test(kind))
  const fault = faultOf(step, context)
  return [
    ...(fault === undefined ? [] : [fault]),
    ...step.Plans.flatMap((each) => faultsOf(each, { ...context, endsWithPage })),
  ]
}

/**
 * The problems in PostgreSQL's generic plan of each statement: scans of large parts of
 * large tables, sorted lists.
 */
export async function postgresPlanFaults(client: pg.Client, statements: string[]): Promise<string[]> {
  const indexes = await indexesOf(client)
  const faults: string[] = []
  for (const sql of statements.filter((each) => /^\s*(select|insert|update|delete|with)\b/i.test(each))) {
    const many = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    const values = many === 0 ? '' : `(${Array.from({ length: many }, () => 'null').join()})`
    await client.query(`prepare asked as ${sql}`)
    const { rows } = await client.query(`explain (format json) execute asked${values}`)
    await client.query('deallocate asked')
    const plans = Explained.parse(rows).flatMap((row) => row['QUERY PLAN'])
    const found = plans.flatMap(({ Plan }) => faultsOf(Plan, { indexes, endsWithPage: false }))
    faults.push(...found.map((fault) => `${fault} · ${sql}`))
  }
  return faults
}
