import type SQLite from 'better-sqlite3'
import { plannedOnce } from './data/sqlite-file.ts'

/** Tables that grow with the site; the others fit on a page or two. */
export const LARGE = [
  'users',
  'sessions',
  'passkeys',
  'recovery_codes',
  'challenges',
  'identities',
  'images',
  'playlists',
  'courses',
  'comments',
  'comment_likes',
  'comment_mentions',
  'likes',
  'notes',
  'reports',
  'revisions',
  'decisions',
  'review_notes',
  'uploads',
  'videos',
  'captions',
  'passages',
  'correction_passages',
  'saves',
  'progress',
  'playlist_progress',
  'progress_credits',
  'learning_days',
  'learners',
  'playlist_sums',
  'course_sums',
  'playlist_days',
  'course_days',
  'progress_removed',
  'audit',
  'notifications',
  'notification_settings',
  'follows',
  'mails',
  'email_tokens',
  'search_documents',
  'search_words',
  'search_deletions',
  'restricted_words',
  'restricted_deletions',
  'totals',
  'search_names',
  'search_name_deletions',
  'groups',
  'group_members',
  'playlist_groups',
  'opened_links',
  'invitations',
  'invitation_groups',
  'imports',
  'teacher_requests',
]

/** Every table of a statement by the name that a plan calls it. */
function tablesOf(sql: string): Map<string, string> {
  const renamed = [...sql.matchAll(/"?(\w+)"? as "?(\w+)"?/g)].map(
    ([, table = '', name = '']) => [name, table] as const,
  )
  return new Map([...LARGE.map((table) => [table, table] as const), ...renamed])
}

/** A walk along an index in the order of the list ends with the page. */
function endsWithPage(sql: string, step: string): boolean {
  return (
    / limit /i.test(sql) && (/USING (COVERING )?INDEX/.test(step) || /order by "?\w+"?\."?id"? /i.test(sql))
  )
}

/**
 * What is left to sort is inside one playlist or of one teacher, whose id stands before it: never more than a playlist
 * or a teacher may have.
 */
function sortsWithinOne(sql: string, step: string): boolean {
  const [, many = '1'] = /FOR LAST (?:(\d+) )?TERMS? OF/.exec(step) ?? []
  if (!step.includes(' LAST ')) return false
  const [, order = ''] = /\border by (.*?)(?: limit |$)/is.exec(sql) ?? []
  return order
    .split(',')
    .slice(0, -Number(many))
    .some((term) => /"(users|playlists)"\."id"/.test(term))
}

/** The problems in SQLite's plan of a statement: scans of large tables, sorted lists. */
export function planFaults(sqlite: SQLite.Database, sql: string): string[] {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(sql)) return []
  const tables = tablesOf(sql)
  return stepsOf(sqlite, sql).filter((step) => {
    if (/USE TEMP B-TREE FOR .*ORDER BY/.test(step))
      return /\border by\b/i.test(sql) && !sortsWithinOne(sql, step)
    const [, name = ''] = /^SCAN (\w+)/.exec(step) ?? []
    return LARGE.includes(tables.get(name) ?? '') && !endsWithPage(sql, step)
  })
}

function stepsOf(sqlite: SQLite.Database, sql: string): string[] {
  const steps: unknown[] = sqlite.prepare(`explain query plan ${plannedOnce(sql)}`).all(...unbound(sql))
  return steps.flatMap((step) =>
    typeof step === 'object' && step && 'detail' in step && typeof step.detail === 'string'
      ? [step.detail]
      : [],
  )
}

/** No plan depends on the values, but each has to be there. */
function unbound(sql: string): null[] {
  return Array.from({ length: sql.split('?').length - 1 }, () => null)
}
