import SQLite from 'better-sqlite3'
import { type Insertable, Kysely, type Selectable, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { openSqlite } from './sqlite-file.ts'

type Kind<Value> = Value extends number
  ? 'integer' | 'double precision'
  : Value extends Buffer
    ? 'blob'
    : 'text'
type Filled<Table, Column extends keyof Selectable<Table>> = Column extends keyof Insertable<Table>
  ? undefined extends Insertable<Table>[Column]
    ? ' by default'
    : ''
  : ''
type Columns<Table> = {
  [Column in keyof Selectable<Table>]: null extends Selectable<Table>[Column]
    ? `${Kind<Exclude<Selectable<Table>[Column], null>>} or null`
    : `${Kind<Selectable<Table>[Column]>}${Filled<Table, Column>}`
}

/** The compiler keeps this page equal to `Schema`, the test keeps it equal to the migrated database. */
const TABLES: { [Table in keyof Schema]: Columns<Schema[Table]> } = {
  users: {
    id: 'text',
    username: 'text',
    username_key: 'text',
    email: 'text',
    email_key: 'text',
    password_hash: 'text',
    role: 'text',
    profession: 'text or null',
    photo: 'text',
    is_admin: 'integer by default',
    approved_playlists_count: 'integer by default',
    approved_courses_count: 'integer by default',
    saves_count: 'integer by default',
    created_at: 'text',
    updated_at: 'text',
    searched_as: 'text or null',
    history_paused: 'integer by default',
    player: 'text or null',
    trusted: 'integer by default',
    email_verified_at: 'text or null',
    pending_email: 'text or null',
    pending_email_at: 'text or null',
    mail_off_at: 'text or null',
    mail_rejections: 'integer by default',
  },
  videos: {
    id: 'text',
    owner_id: 'text',
    state: 'text',
    progress: 'integer by default',
    fault: 'text or null',
    duration_s: 'integer or null',
    width: 'integer or null',
    height: 'integer or null',
    bytes: 'double precision',
    renditions: 'text by default',
    storyboard: 'text or null',
    checksum: 'text or null',
    cover: 'text or null',
    created_at: 'text',
  },
  uploads: {
    id: 'text',
    owner_id: 'text',
    bytes: 'double precision',
    received: 'double precision by default',
    name: 'text',
    state: 'text by default',
    expires_at: 'text',
    node: 'text',
  },
  site: { id: 'text', key_check: 'text', sends_mail: 'integer' },
  mails: {
    id: 'text',
    to_user: 'text',
    address: 'text or null',
    kind: 'text',
    data: 'text',
    dedupe_key: 'text or null',
    state: 'text by default',
    sent_at: 'text or null',
    error: 'text or null',
  },
  email_tokens: {
    token_hash: 'text',
    user_id: 'text',
    kind: 'text',
    email: 'text',
    expires_at: 'text',
    used_at: 'text or null',
  },
  sessions: {
    id: 'text',
    token_hash: 'text',
    user_id: 'text',
    network: 'text',
    agent: 'text',
    created_at: 'text',
    last_used_at: 'text',
    expires_at: 'text',
  },
  reset_codes: { user_id: 'text', code_hash: 'text', expires_at: 'text' },
  known_networks: { user_id: 'text', network: 'text', last_login_at: 'text' },
  images: {
    name: 'text',
    owner_id: 'text or null',
    width: 'integer',
    height: 'integer',
    widths: 'text',
    bytes: 'integer',
    placeholder: 'text',
    created_at: 'text',
  },
  categories: { id: 'text', title: 'text', title_key: 'text', created_at: 'text' },
  playlists: {
    id: 'text',
    teacher_id: 'text',
    category_id: 'text',
    title: 'text',
    title_key: 'text',
    description: 'text',
    image: 'text',
    status: 'text by default',
    courses_count: 'integer by default',
    approved_courses_count: 'integer by default',
    saves_count: 'integer by default',
    created_at: 'text',
    updated_at: 'text',
    outline_version: 'integer by default',
    language: 'text or null',
    level: 'text or null',
    promise: 'text or null',
    submitted_at: 'text or null',
    assigned_to: 'text or null',
    assigned_until: 'text or null',
    unavailable_count: 'integer by default',
  },
  sections: { id: 'text', playlist_id: 'text', title: 'text', position: 'integer' },
  courses: {
    id: 'text',
    playlist_id: 'text',
    title: 'text',
    title_key: 'text',
    video_id: 'text',
    source: 'text by default',
    source_key: 'text or null',
    duration_s: 'integer or null',
    chapters: 'text or null',
    description: 'text',
    image: 'text',
    status: 'text by default',
    likes_count: 'integer by default',
    comments_count: 'integer by default',
    created_at: 'text',
    updated_at: 'text',
    section_id: 'text or null',
    position: 'integer by default',
    submitted_at: 'text or null',
    assigned_to: 'text or null',
    assigned_until: 'text or null',
    unavailable_since: 'text or null',
  },
  comments: {
    id: 'text',
    course_id: 'text',
    user_id: 'text',
    text: 'text',
    at_s: 'integer or null',
    parent_id: 'text or null',
    is_question: 'integer by default',
    answered_by: 'text or null',
    pinned_at: 'text or null',
    removed_at: 'text or null',
    created_at: 'text',
    updated_at: 'text',
  },
  likes: { id: 'text', course_id: 'text', user_id: 'text' },
  saves: { id: 'text', user_id: 'text', playlist_id: 'text' },
  progress: {
    user_id: 'text',
    course_id: 'text',
    video_key: 'text',
    at_s: 'double precision',
    duration_s: 'double precision',
    seconds: 'blob',
    watched_s: 'integer',
    updated_at: 'text',
    done_at: 'text or null',
    done_by: 'text or null',
    auto_done_from_s: 'integer or null',
  },
  playlist_progress: {
    user_id: 'text',
    playlist_id: 'text',
    last_course_id: 'text or null',
    done_count: 'integer by default',
    rate: 'double precision or null',
    updated_at: 'text',
    hidden_at: 'text or null',
  },
  progress_credits: {
    user_id: 'text',
    credit_s: 'double precision',
    unspent_s: 'double precision',
    updated_at: 'text',
  },
  notes: {
    id: 'text',
    user_id: 'text',
    course_id: 'text',
    at_s: 'integer',
    text: 'text',
    created_at: 'text',
    updated_at: 'text',
  },
  revisions: {
    id: 'text',
    subject: 'text',
    subject_id: 'text',
    teacher_id: 'text',
    playlist_id: 'text',
    course_id: 'text or null',
    category_id: 'text or null',
    image: 'text or null',
    number: 'integer',
    base_number: 'integer',
    content: 'text',
    state: 'text',
    message: 'text by default',
    submitted_at: 'text or null',
    decided_at: 'text or null',
    decided_by: 'text or null',
    created_at: 'text',
  },
  decisions: {
    id: 'text',
    revision_id: 'text',
    admin_id: 'text or null',
    from_state: 'text',
    to_state: 'text',
    reasons: 'text',
    message: 'text',
    at: 'text',
  },
  review_notes: {
    id: 'text',
    revision_id: 'text',
    admin_id: 'text or null',
    field: 'text or null',
    at_s: 'integer or null',
    text: 'text',
    answer: 'text or null',
    resolved_at: 'text or null',
    created_at: 'text',
  },
  reasons: { id: 'text', text: 'text', position: 'integer', retired_at: 'text or null' },
  audit: {
    id: 'text',
    at: 'text',
    actor_id: 'text or null',
    network: 'text',
    action: 'text',
    subject: 'text or null',
    detail: 'text',
    request_id: 'text',
  },
  jobs: {
    id: 'text',
    kind: 'text',
    payload: 'text',
    run_at: 'text',
    attempts: 'integer by default',
    leased_until: 'text or null',
    leased_by: 'text or null',
    state: 'text by default',
    last_error: 'text or null',
    dedupe_key: 'text or null',
  },
  video_details: {
    source: 'text',
    source_key: 'text',
    finding: 'text',
    title: 'text or null',
    image: 'text or null',
    duration_s: 'integer or null',
    found_at: 'text',
  },
  video_checks: {
    source: 'text',
    source_key: 'text',
    state: 'text',
    finding: 'text',
    since: 'text',
    checked_at: 'text',
  },
  search_documents: {
    seq: 'integer by default',
    playlist_id: 'text',
    category_id: 'text',
    title: 'text',
    teacher: 'text',
    courses: 'text',
    description: 'text',
  },
  search_words: { word: 'text', documents: 'integer' },
  search_deletions: { deletion: 'text', word: 'text' },
  totals: { kind: 'text', category_id: 'text', status: 'text', slot: 'integer', amount: 'integer' },
  search_names: { beginning: 'text', username_key: 'text', user_id: 'text' },
  search_name_deletions: { deletion: 'text', word: 'text', user_id: 'text' },
}

interface FoundColumn {
  table: string
  column: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

async function migrated() {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(new SQLite(':memory:')) })
  onTestFinished(() => db.destroy())
  const ran = await migrate(db)
  return { db, ran }
}

function kindOf({ type, notnull, dflt_value, pk }: FoundColumn): string {
  if (!(notnull || pk)) return `${type} or null`
  const numbered = type === 'integer' && pk === 1
  return dflt_value !== null || numbered ? `${type} by default` : type
}

test('the migrated database has the tables and columns that the program knows, and no others', async () => {
  const { db } = await migrated()
  const { rows } = await sql<FoundColumn>`
    select list.name as "table", info.name as "column", lower(info.type) as type, info."notnull", info.dflt_value, info.pk
    from pragma_table_list as list join pragma_table_info(list.name) as info
    where list.type = 'table' and list.schema = 'main' and list.name not like 'sqlite_%' and list.name not like 'kysely_%'
  `.execute(db)
  const found: Record<string, Record<string, string>> = {}
  for (const row of rows) found[row.table] = { ...found[row.table], [row.column]: kindOf(row) }
  expect(found).toEqual(TABLES)
})

test('migrations run in order, each once', async () => {
  const { db, ran } = await migrated()
  expect(ran[0]).toBe('0001-initial')
  expect(ran).toEqual(ran.toSorted())
  expect(await migrate(db)).toEqual([])
})

test('the pragmas make acknowledged writes survive a power cut', () => {
  const sqlite = openSqlite(':memory:')
  onTestFinished(() => {
    sqlite.close()
  })
  const setting = (name: string) => sqlite.pragma(name, { simple: true })
  // NORMAL; the driver syncs the log after each commit: sqlite-driver.test.ts.
  expect(setting('synchronous')).toBe(1)
  expect(setting('foreign_keys')).toBe(1)
  expect(setting('busy_timeout')).toBe(0)
  expect(setting('trusted_schema')).toBe(0)
})
