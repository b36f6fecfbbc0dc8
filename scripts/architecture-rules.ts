/**
 * The rules of our architecture that a machine can check, as data. `npm run architecture` checks every file against them;
 * `check-architecture.test.ts` breaks each rule once. To change a rule, change this file and explain it in a decision.
 * allowed-imports.ts has the rules of imports.
 */

/**
 * The features, with their layers: the same names in the contract, the server and the web. A feature imports features of lower
 * layers only; the others hear of its changes through events (server/events.ts).
 */
export const LAYERS: Readonly<Record<string, number>> = {
  media: 0,
  mail: 0,
  video: 1,
  settings: 1,
  catalog: 2,
  notifications: 3,
  captions: 3,
  reactions: 3,
  learning: 3,
  comments: 4,
  account: 4,
  'video-links': 4,
  search: 5,
  review: 5,
  people: 5,
  reports: 6,
  insight: 7,
  overview: 8,
}
/** Features without screens. */
export const SERVER_FEATURES: readonly string[] = ['mail']
export const FEATURES: readonly string[] = Object.keys(LAYERS).filter(
  (name) => !SERVER_FEATURES.includes(name),
)

/** Prefixes of the paths that may insert into, update or delete from a table. The database handles cascades. */
export const WRITERS: Readonly<Record<string, readonly string[]>> = {
  users: [
    'server/features/account/users/',
    'server/features/account/auth/',
    'server/features/notifications/settings',
    'server/features/review/reviewers',
    'server/features/catalog/playlists/counts',
    'server/features/search/index/',
    'server/features/mail/mails',
  ],
  sessions: ['server/features/account/auth/', 'server/auth/session.ts'],
  reset_codes: ['server/features/account/auth/', 'server/features/account/users/'],
  known_networks: ['server/features/account/auth/'],
  passkeys: ['server/features/account/auth/', 'server/auth/passkeys.ts'],
  totp: ['server/features/account/auth/'],
  recovery_codes: ['server/features/account/auth/'],
  challenges: ['server/auth/challenges.ts'],
  identities: ['server/features/account/provider/'],
  audit: ['server/auth/audit.ts'],
  playlists: ['server/features/catalog/', 'server/features/reactions/'],
  courses: [
    'server/features/catalog/',
    'server/features/reactions/',
    'server/features/comments/',
    'server/features/learning/progress/durations',
    'server/features/video-links/checks/',
    'server/features/video/attach',
  ],
  comments: ['server/features/comments/'],
  comment_likes: ['server/features/comments/'],
  comment_mentions: ['server/features/comments/'],
  likes: ['server/features/reactions/'],
  saves: ['server/features/reactions/'],
  progress: ['server/features/learning/progress/'],
  trash: ['server/features/catalog/trash/'],
  playlist_progress: ['server/features/learning/progress/', 'server/features/catalog/playlists/counts'],
  progress_credits: ['server/features/learning/progress/'],
  learning_days: ['server/features/learning/progress/'],
  progress_removed: ['server/features/learning/progress/'],
  learners: ['server/features/insight/counting/'],
  playlist_sums: ['server/features/insight/counting/'],
  course_sums: ['server/features/insight/counting/'],
  playlist_days: ['server/features/insight/counting/'],
  course_days: ['server/features/insight/counting/'],
  site_days: ['server/features/insight/counting/'],
  notes: ['server/features/learning/notes/'],
  revisions: ['server/features/catalog/versions/', 'server/features/video/attach'],
  rounds: ['server/features/catalog/versions/'],
  decisions: ['server/features/catalog/versions/'],
  review_notes: ['server/features/review/', 'server/features/catalog/versions/'],
  review_messages: ['server/features/review/'],
  reasons: ['server/features/review/'],
  reports: ['server/features/reports/'],
  sections: ['server/features/catalog/'],
  categories: ['server/features/catalog/categories/'],
  images: ['server/features/media/'],
  uploads: ['server/features/video/'],
  videos: ['server/features/video/'],
  kysely_migration: ['server/data/former-migrations.ts'],
  kysely_migration_lock: ['server/http/health.ts'],
  totals: ['server/features/catalog/playlists/'],
  jobs: ['server/jobs/'],
  site: ['server/data/site-row.ts', 'server/features/account/auth/setup', 'server/features/overview/'],
  site_numbers: ['server/features/overview/'],
  backups: ['server/cli/archive/'],
  mails: ['server/features/mail/'],
  email_tokens: ['server/features/mail/'],
  video_details: ['server/features/video-links/'],
  video_checks: ['server/features/video-links/checks/'],
  notifications: ['server/features/notifications/'],
  notification_settings: ['server/features/notifications/'],
  immediate_mails: ['server/features/notifications/'],
  follows: ['server/features/reactions/'],
  captions: ['server/features/captions/', 'server/features/search/index/passages'],
  passages: ['server/features/search/index/passages'],
  correction_passages: ['server/features/search/index/corrections'],
  settings: ['server/features/settings/'],
  legal_pages: ['server/features/settings/'],
  consents: ['server/features/account/'],
  groups: ['server/features/people/'],
  group_members: ['server/features/people/'],
  playlist_groups: ['server/features/catalog/audience/'],
  opened_links: ['server/features/catalog/audience/'],
  invitations: ['server/features/people/'],
  invitation_groups: ['server/features/people/'],
  imports: ['server/features/people/'],
  user_words: ['server/features/people/'],
  exports: ['server/features/people/'],
  teacher_requests: ['server/features/people/', 'server/features/account/'],
}

/** Writers of tables with a common prefix. */
export const WRITERS_BY_PREFIX: Readonly<Record<string, readonly string[]>> = {
  search_: ['server/features/search/'],
  restricted_: ['server/features/search/'],
}

/** Files that may write every table: migrations, demo content and tests. */
export const WRITES_ANYTHING = /^server\/(data\/migrations\/|demo\/|test-)|\.test\.ts$/

export const COMPARES_VISIBILITY_RULE = 'One file decides who sees a playlist: import its conditions.'
/**
 * May compare `shown`, `visibility` and the status of playlists: the catalog with its rule (visibility.queries.ts), the review,
 * and files that may import no feature.
 */
export const COMPARES_VISIBILITY =
  /^server\/(features\/(catalog|review)\/|data\/migrations\/|demo\/|test-|pages\/sitemap\.queries\.ts$)/

/** Words that say nothing about the content of a file. */
export const VAGUE_WORDS: readonly string[] = [
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'manager',
  'service',
  'services',
]
export const VAGUE_FOLDERS: readonly string[] = [...VAGUE_WORDS, 'lib', 'shared', 'types']

export const LONGEST_FILE = 400
export const LONGEST_TEST = 400

/** Words that the code of server/{data,http,cache,auth,jobs} does not contain: they belong into the features. */
export const CORE_NOUNS: readonly string[] = ['playlist', 'course', 'like', 'save', 'comment'].flatMap(
  (noun) => [noun, `${noun}s`],
)

/** The schema with its rows and the names of former migrations name tables for good. Take the other files off this list; do not add any. */
export const CORE_NOUNS_ALLOWED: readonly string[] = [
  'server/data/schema.ts',
  'server/data/comment-rows.ts',
  'server/data/review-rows.ts',
  'server/data/video-rows.ts',
  'server/data/account-rows.ts',
  'server/data/learning-rows.ts',
  'server/data/insight-rows.ts',
  'server/data/people-rows.ts',
  'server/data/notification-rows.ts',
  'server/data/former-migrations.ts',
  'server/data/migrate.ts',
  'server/auth/audit.ts',
  'server/auth/rate-limit.ts',
  'server/http/live-events.ts',
  'server/http/live-stream.ts',
  'server/http/openapi-document.ts',
  'server/http/request.ts',
]

/** The files and tests of every sentence of the specification, and the number of sentences in sections 1 to 9. */
export const COVERAGE = 'tests/specification-coverage.json'
export const SENTENCES: readonly number[] = [11, 61, 10, 18, 14, 7, 38, 26, 17]

/** Code that no file may contain, by the name of its finder in rule-syntax.ts. */
export const SYNTAX_RULES = [
  { finds: 'decorator', in: /./, rule: 'Node runs our TypeScript as it is: no decorators.' },
  { finds: 'rawSql', in: /./, rule: 'SQL is built from values, never pasted: no sql.raw.' },
  { finds: 'markup', in: /./, rule: 'Only React creates markup from text.' },
  { finds: 'evaluation', in: /./, rule: 'No text is executed as code.' },
  {
    finds: 'environment',
    in: /^(?!server\/config\.ts$|scripts\/|tests\/|[^/]+\.config\.ts$|.*\.test\.ts$)/,
    rule: 'server/config.ts is the only reader of the environment.',
  },
  { finds: 'anyType', in: /./, rule: 'No any: say what it is, or unknown.' },
  { finds: 'silencedCompiler', in: /./, rule: 'Compiler errors are fixed, not silenced.' },
  {
    finds: 'styleAttribute',
    in: /^web\//,
    rule: 'Styles belong in style sheets: the content policy forbids style attributes.',
  },
  {
    finds: 'unguardedKey',
    in: /^web\/(?!app\/composed-keys\.ts$|.*\.test\.)/,
    rule: 'Keys are handled on keydown, which web/app/composed-keys.ts withholds while an input method composes.',
  },
] as const

export type Finder = (typeof SYNTAX_RULES)[number]['finds']
