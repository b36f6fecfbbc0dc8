/**
 * The part of our architecture that a machine can check, as data. `npm run laws` holds every file against it;
 * `check-imports.test.ts` breaks each law once. To change the house, change this page and say why in a decision.
 */

/** The same names in the contract and in both wings. */
export const ROOMS: readonly string[] = [
  'auth',
  'users',
  'playlists',
  'courses',
  'comments',
  'likes',
  'saves',
  'categories',
  'approval',
  'search',
  'media',
]

const NO_TEST = '(?!.*\\.test\\.)'

/**
 * Who may import what. `from` is matched against the importing file; `may` and `mayNot` are patterns for the
 * beginning of what it imports: a path of ours, `npm:<package>` or `node:<module>`. `$1`, `$2` in them stand for
 * what `from` captured, so that a new room is guarded the moment its folder exists.
 */
export interface ImportLaw {
  law: string
  from: RegExp
  may?: readonly string[]
  mayNot?: readonly string[]
  /** Imports of types alone are free: they vanish before the program runs. */
  atRunTimeOnly?: boolean
}

const packages = (...names: string[]): string[] => names.map((name) => `npm:${name}(/|$)`)

/** A `mayNot` that leaves these packages and everything that is no package. */
const allPackagesBut = (...names: string[]): string[] => [`npm:(?!(${names.join('|')})(/|$))`]

export const IMPORT_LAWS: readonly ImportLaw[] = [
  {
    law: 'The contract knows nobody: zod, the estimator of passwords and itself only.',
    from: new RegExp(`^contract/${NO_TEST}`),
    may: ['contract/', ...packages('zod', '@zxcvbn-ts/core', '@zxcvbn-ts/language-common')],
  },
  {
    law: 'Server and web meet in the contract, never in each other.',
    from: /^(server|web)\//,
    mayNot: ['(?!$1/)(server|web)/'],
  },
  {
    law: 'What is shipped does not lean on tests, scripts or a former build.',
    from: new RegExp(`^(contract|server|web)/${NO_TEST}(?!test-)`),
    mayNot: ['(scripts|tests|dist)/', '(server|web)/test-'],
  },
  {
    law: 'The ground floor knows no room above it.',
    from: new RegExp(`^server/(core|cache)/${NO_TEST}`),
    may: ['contract/', 'server/core/', 'server/cache/', 'npm:', 'node:'],
  },
  {
    law: 'The ground floor knows no room above it.',
    from: new RegExp(`^web/(core|ui)/${NO_TEST}`),
    mayNot: ['web/(features|pages|app)/'],
  },
  {
    law: 'What is sent knows nothing of how it looks.',
    from: new RegExp(`^web/core/${NO_TEST}`),
    mayNot: ['web/ui/'],
  },
  {
    law: 'Features keep to themselves.',
    from: new RegExp(`^server/features/([^/]+)/${NO_TEST}`),
    may: ['contract/', 'server/core/', 'server/cache/', 'server/features/$1/', 'npm:', 'node:'],
  },
  {
    law: 'Features keep to themselves.',
    from: new RegExp(`^web/features/([^/]+)/${NO_TEST}`),
    may: ['contract/', 'web/core/', 'web/ui/', 'web/styles/', 'web/features/$1/', 'npm:'],
  },
  {
    law: 'A page is composed by the app and knows nothing of it.',
    from: new RegExp(`^web/pages/${NO_TEST}`),
    mayNot: ['web/app/'],
  },
  {
    law: 'Rendering goes through what app.ts hands it, not into the rooms.',
    from: new RegExp(`^server/pages/${NO_TEST}`),
    mayNot: ['server/features/'],
  },
  {
    law: 'Only *.queries.ts and the ground floor speak SQL.',
    from: /^server\/(?!core\/|demo\/|test-)(?!.*\.(queries|test)\.ts$)/,
    mayNot: packages('kysely'),
  },
  {
    law: 'Only core/db opens a database.',
    from: /^server\/(?!core\/db\/|test-)(?!.*\.test\.ts$)/,
    mayNot: packages('better-sqlite3', 'pg', 'pg-cursor'),
  },
  {
    law: 'The browser downloads what web imports: this list and no more.',
    from: new RegExp(`^web/${NO_TEST}(?!test-)`),
    mayNot: [
      'node:',
      ...allPackagesBut(
        'react',
        'react-dom',
        'react-router',
        '@tanstack/react-query',
        '@base-ui/react',
        'react-dropzone',
      ),
    ],
    atRunTimeOnly: true,
  },
  {
    law: 'The server runs on these packages and no more.',
    from: new RegExp(`^server/${NO_TEST}(?!test-)`),
    mayNot: allPackagesBut(
      'fastify',
      '@fastify/multipart',
      '@fastify/proxy-addr',
      '@fastify/static',
      'kysely',
      'better-sqlite3',
      'pg',
      'pg-cursor',
      'zod',
      'zod-openapi',
      'sharp',
      '@node-rs/argon2',
      'unicode-confusables',
      'pino-pretty',
      'prom-client',
      'rate-limiter-flexible',
      'ioredis',
      'lru-cache',
      's3mini',
      'tar',
      'vite',
    ),
    atRunTimeOnly: true,
  },
  {
    // But for the bench, which fills millions of rows as the product would have.
    law: 'Journeys come in through the front door.',
    from: /^tests\/(?!bench\/)/,
    mayNot: ['(server|web)/'],
  },
]

/** The few doors between rooms. `'all'` opens to every room of the same wing. */
export const DOORS: readonly { door: string; opensTo: 'all' | readonly string[] }[] = [
  { door: 'server/features/media/media.ts', opensTo: ['auth', 'users', 'playlists', 'courses'] },
  { door: 'server/features/media/portrait.ts', opensTo: ['auth'] },
  { door: 'server/features/users/users.ts', opensTo: ['auth'] },
  { door: 'server/features/users/names.ts', opensTo: ['auth'] },
  {
    door: 'server/features/playlists/playlist-cards.queries.ts',
    opensTo: ['saves', 'search', 'approval'],
  },
  { door: 'server/features/courses/course-rows.queries.ts', opensTo: ['approval'] },
  { door: 'server/features/users/user-rows.queries.ts', opensTo: ['search'] },
  { door: 'web/features/media/image-field.tsx', opensTo: 'all' },
  { door: 'web/features/media/picture.tsx', opensTo: 'all' },
  { door: 'web/features/media/avatar.tsx', opensTo: 'all' },
]

/** Beginnings of the paths that may insert into, update or delete from a table. Cascades are the database's. */
export const WRITERS: Readonly<Record<string, readonly string[]>> = {
  users: ['server/features/users/', 'server/features/auth/', 'server/core/counts', 'server/core/search-'],
  sessions: ['server/features/auth/', 'server/auth/session.ts'],
  reset_codes: ['server/features/auth/', 'server/features/users/'],
  known_networks: ['server/features/auth/'],
  audit: ['server/auth/audit.ts'],
  playlists: [
    'server/features/playlists/',
    'server/features/approval/',
    'server/features/saves/',
    'server/features/courses/',
    'server/core/counts',
  ],
  courses: [
    'server/features/courses/',
    'server/features/approval/',
    'server/features/likes/',
    'server/features/comments/',
    'server/features/playlists/',
    'server/core/counts',
  ],
  comments: ['server/features/comments/'],
  likes: ['server/features/likes/'],
  saves: ['server/features/saves/'],
  categories: ['server/features/categories/'],
  images: ['server/features/media/'],
  kysely_migration_lock: ['server/http/health.ts'],
  totals: ['server/core/totals'],
}

/** Tables by the beginning of their name, for those that come in families. */
export const WRITERS_BY_PREFIX: Readonly<Record<string, readonly string[]>> = {
  search_: ['server/features/search/', 'server/core/search-index'],
}

/** These lay the first stones of a database and may write every table. */
export const WRITES_ANYTHING = /^server\/(core\/db\/migrations\/|demo\/|test-)|\.test\.ts$/

/** Words that name no thing: each was the attic of a house we looked at. */
export const ATTIC_WORDS: readonly string[] = [
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
export const ATTIC_FOLDERS: readonly string[] = [...ATTIC_WORDS, 'lib', 'shared', 'types']

export const LONGEST_FILE = 400
export const LONGEST_TEST = 400

/** The page that walks through the specification, and how many sentences each of its sections 1 to 9 has. */
export const COVERAGE_PAGE = 'docs/specification-coverage.md'
export const SENTENCES: readonly number[] = [11, 61, 10, 18, 14, 7, 38, 26, 17]

/** What no file may contain, by the name of its finder in law-syntax.ts. */
export const SYNTAX_LAWS = [
  { finds: 'decorator', in: /./, law: 'Node runs our TypeScript as it is: no decorators.' },
  { finds: 'rawSql', in: /./, law: 'SQL is built from values, never pasted: no sql.raw.' },
  { finds: 'markup', in: /./, law: 'Text stays text: React alone makes markup.' },
  { finds: 'evaluation', in: /./, law: 'Nothing that arrives as text is run as a program.' },
  {
    finds: 'environment',
    in: /^(?!server\/config\.ts$|scripts\/|tests\/|[^/]+\.config\.ts$|.*\.test\.ts$)/,
    law: 'server/config.ts is the only reader of the environment.',
  },
  { finds: 'anyType', in: /./, law: 'No any: say what it is, or unknown.' },
  { finds: 'silencedCompiler', in: /./, law: 'The compiler is answered, not silenced.' },
  {
    finds: 'styleAttribute',
    in: /^web\//,
    law: 'Looks live in style sheets: the content policy forbids style attributes in served pages.',
  },
] as const

export type Finder = (typeof SYNTAX_LAWS)[number]['finds']
