import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest begin first: the other workers would wait for one that begins last. */
const LONGEST =
  /\/(permission-matrix|query-plans-postgres|films|workers|failing-ffmpeg|transcribe|own-video|archive-postgres|edits|races)\.test\.ts$/

/** All other files come in an order of chance, which the seed repeats. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    const places = new Map(
      files.map((file) => {
        const name = `${seed} ${file.project.name} ${file.moduleId}`
        const isLong = LONGEST.test(file.moduleId)
        return [file, `${isLong ? 0 : 1} ${createHash('sha256').update(name).digest('hex')}`]
      }),
    )
    return files.toSorted((one, other) => (places.get(one) ?? '').localeCompare(places.get(other) ?? ''))
  }
}

/** Tests whose result depends on the engine: `npm test` runs them on PostgreSQL, too. */
const ENGINE_MATTERS = [
  // Locks and races.
  'server/at-once.test.ts',
  'server/data/{former-migrations,prepared,ready}.test.ts',
  'server/features/account/users/{admin-changes,player,private-profile}.test.ts',
  'server/features/account/deletion/*.test.ts',
  'server/features/video/{retry,upload-locks}.test.ts',
  'tests/security/races.test.ts',
  // Settings and who may register.
  'server/features/settings/*.test.ts',
  'server/features/account/auth/registration-policies.test.ts',
  'server/features/account/provider/{claims,identities,login-link,sign-in}.test.ts',
  // Jobs.
  'server/jobs/*.test.ts',
  'server/features/mail/*.test.ts',
  // Search.
  'server/features/search/*.test.ts',
  // Counts and totals.
  'server/features/catalog/{audience,categories,playlists,trash}/*.test.ts',
  'server/features/comments/*.test.ts',
  'server/features/reactions/*.test.ts',
  'server/features/reports/*.test.ts',
  // Sorted lists.
  'server/features/account/users/users.test.ts',
  'server/features/catalog/courses/{courses-reading,outline}.test.ts',
  'server/features/notifications/{following,notifications}.test.ts',
  // Migrations.
  'server/data/{database,schema-references}.test.ts',
  'server/features/captions/rewrite-stored.test.ts',
  // The permission matrix, and who is shown a restricted playlist.
  'server/permission-matrix.test.ts',
  'server/leaks*.test.ts',
  // What waits for a teacher.
  'server/features/insight/*.test.ts',
  // Review. Its long series of calls, one after the other, run on PostgreSQL before a release.
  'server/features/catalog/versions/!(versions-mixed).test.ts',
  'server/features/review/!(rounds-mixed).test.ts',
  // Groups.
  'server/features/people/**/*.test.ts',
  // Progress.
  'server/features/learning/**/*.test.ts',
]

/** Tests of files, drivers or tables of SQLite only, and tests without a database. */
const NOT_ON_POSTGRESQL = [
  // SQLite's own driver, and the turns that its writers take.
  'server/data/sqlite.test.ts',
  'server/data/log-sync.test.ts',
  // The tables of a SQLite file; those of PostgreSQL are in postgres-schema.test.ts.
  'server/data/schema.test.ts',
  // How SQLite goes about a query; PostgreSQL's way is in query-plans-postgres.test.ts.
  'server/query-plans.test.ts',
  // Pages of a file, and a folder that holds the database.
  'server/cli/doctor/doctor.test.ts',
  // A site that is one folder; archives and PostgreSQL meet in archive-postgres.test.ts.
  'server/cli/archive/archive.test.ts',
  'server/cli/archive/archive-bucket.test.ts',
  'server/cli/archive/archive-videos.test.ts',
  'server/cli/archive/hostile-archives.test.ts',
  'server/cli/archive/secret-key.test.ts',
  // Other processes on the same file.
  'server/cache/other-processes.test.ts',
  // Draws and encodes a film for a minute; its queries also run in uploads.test.ts and captions.test.ts.
  'server/demo/own-video.test.ts',
  // Overwrites a page of the file.
  'server/http/damage.test.ts',
  // Reads `lectern.db` from the disk.
  'server/http/metrics.test.ts',
  // Attacks on bytes, headers and limits, which are over before a database is asked.
  'server/http/unread-bodies.test.ts',
  'tests/security/guessing.test.ts',
  'tests/security/uploads.test.ts',
  'tests/security/wire.test.ts',
]

/** Tests that need PostgreSQL: its driver, its tables, and moves between the engines. */
const ON_POSTGRESQL_ALONE = [
  'server/data/postgres.test.ts',
  'server/data/postgres-schema.test.ts',
  'server/data/postgres-tls.test.ts',
  'server/cli/archive/archive-postgres.test.ts',
  'server/features/search/search-engines.test.ts',
  'server/query-plans-postgres.test.ts',
]

/** Tests without queries, and tests of a bucket or Redis. */
const WITHOUT_A_DATABASE = [
  'server/cache/{tags,cached-pages}.test.ts',
  'server/auth/*-shared.test.ts',
  'server/cache/nodes.test.ts',
  'server/cache/redis*.test.ts',
  'server/http/network.test.ts',
  'server/features/captions/import/*.test.ts',
  'server/features/search/index/{segments,typing-errors,words}.test.ts',
  'server/features/media/bucket.test.ts',
  'server/features/video/hot-files.test.ts',
  'server/pages/*.test.ts',
]

/** Tests that replace a module of the app, which files before them have loaded. */
const MOCKING = ['server/features/account/auth/{login-races,passkeys}.test.ts']
/** The same, and tests that render SVG, which the app forbids its image library to read. */
const ALONE = [...MOCKING, 'server/features/media/cover-art.test.ts']

/** `server` runs on Node, as the product does; `web` in jsdom, where a line on console.error fails its test. */
export default defineConfig({
  test: {
    // Half of a test is waiting, for answers and for programs to start: four keep two cores busy.
    maxWorkers: 4,
    pool: 'forks',
    // Loading the program takes longer than running most files. Its modules keep no state between app contexts.
    isolate: false,
    // The projects run one after the other (`groupOrder`), because a process is reused only for files of the same project.
    sequence: { shuffle: { files: false, tests: true }, sequencer: LongestFirst },
    // The sign-in provider of tests warns that it is one for tests.
    onConsoleLog: (line) => !line.includes('oidc-provider '),
    // Hashes and pictures take their time on a busy machine; a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          sequence: { groupOrder: 0 },
          environment: 'node',
          setupFiles: ['server/test-setup.ts'],
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/security/**/*.test.ts',
          ],
          exclude: [...ON_POSTGRESQL_ALONE, ...ALONE],
        },
      },
      {
        extends: true,
        test: {
          name: 'server alone',
          environment: 'node',
          setupFiles: ['server/test-setup.ts'],
          include: ALONE,
          isolate: true,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server on postgresql',
          sequence: { groupOrder: 1 },
          environment: 'node',
          setupFiles: ['server/test-setup.ts'],
          include: [...ENGINE_MATTERS, ...ON_POSTGRESQL_ALONE],
          globalSetup: ['server/test-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          // `npm run test:postgres` runs these, too, before a release.
          name: 'rest on postgresql',
          sequence: { groupOrder: 5 },
          environment: 'node',
          setupFiles: ['server/test-setup.ts'],
          include: ['server/**/*.test.ts', 'tests/security/**/*.test.ts'],
          exclude: [
            ...ENGINE_MATTERS,
            ...ON_POSTGRESQL_ALONE,
            ...NOT_ON_POSTGRESQL,
            ...WITHOUT_A_DATABASE,
            ...ALONE,
          ],
          globalSetup: ['server/test-postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server alone on postgresql',
          sequence: { groupOrder: 4 },
          environment: 'node',
          setupFiles: ['server/test-setup.ts'],
          include: MOCKING,
          isolate: true,
          globalSetup: ['server/test-postgres.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'web',
          sequence: { groupOrder: 2 },
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test-setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
